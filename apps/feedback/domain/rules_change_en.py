"""Rules for English messages that ask for a change of the result."""

from __future__ import annotations

from apps.feedback.domain.acts import Act, Rule, rule

_PART_EN = (
    r"(?:paragraphs?|lines?|columns?|rows?|sections?|titles?|sentences?|words?|slides?|pages?|"
    r"charts?|legend|header|footer|fields?|bullets?|intro\w*|conclusion|heading|"
    r"subject|greeting|signature|sign-?off|tone|font|colou?rs?|units?|formats?|labels?|axis|axes|"
    r"table|figure|caption|date|time|name|number|price|amount|address|unit|"
    r"emojis?|jargon|part|bit|chapter|footnotes?|comma|exclamation marks?|second|third|last|first|"
    r"shadow|padding|margin|border|icon|logo|button|background|image|picture|link|note|disclaimer|"
    r"comment)"
)
_COMPARATIVE = (
    r"(?:(?:more|less|fewer) \w+|shorter|longer|bigger|smaller|larger|wider|narrower|thicker|"
    r"thinner|lighter|darker|brighter|softer|simpler|clearer|plainer|warmer|"
    r"cooler|friendlier|tighter|looser|higher|lower|earlier|later|faster|slower|fewer|stronger|"
    r"weaker|cleaner|nicer|sharper|louder|quieter|cheaper|closer|deeper|broader|"
    r"crisper|punchier|snappier|calmer|politer|kinder|smoother|bolder|flatter|rounder)"
)
_IT = r"(?:it|that|this|them|these|those)"

CHANGES_EN: list[Rule] = [
    rule(
        Act.CHANGE,
        r"\binstead\b(?! of (?:going|doing it by hand))|\brather than\b",
        r"\bnot \w+[\w ]{0,20} but \w+|\bas opposed to\b",
        rf"^(?:make|keep|leave|set|turn|get|have|put|format|write|show|give|send|do) (?:{_IT}|"
        rf"me {_IT}|the (?:(?!of |for |about |from )\w+ ?){{1,4}}?|your [\w ]{{1,20}}?|everything) "
        rf"(?:a (?:bit|little|tad|touch) |much |even |way |slightly |somewhat |"
        rf"half a\w* )*(?:{_COMPARATIVE}|a (?:table|list|bullet|pdf|single|separate)|\d|only|just|"
        rf"in (?!the (?:repo|shared|folder|channel))|as (?!well)|at \d|for (?:mon|tues|wednes|"
        rf"thurs|fri|satur|sun)day|"
        rf"(?:half|quarter)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|noon|midnight|bold|red|"
        rf"green|blue|gr[ae]y|black|white|uppercase|lowercase|plain|formal|casual|optional|"
        rf"required|public|private|read-?only|alone|out|intact|back|to the|after|before|without|"
        rf"with|from|◆)",
        rf"^(?:make|turn) {_IT} (?!out|into a (?:skill|command|playbook|template|macro|recipe|"
        rf"runbook|workflow)|a (?:skill|habit|rule|command|playbook|template|macro|recipe)|our|"
        rf"the (?:standard|default|rule)|work|happen|up|easy for|available)\w+",
        rf"^(?:a (?:bit|little|tad|touch) |much |even |way |slightly |somewhat |"
        rf"make it )*{_COMPARATIVE}(?: (?:please|font|one|title|text|tone|words?|sentences?|"
        rf"version|than \w+|and \w+))*$",
        r"^(?:use|try using|go with|stick (?:to|with)|switch to|change to|move to|rename to|"
        r"prefer|opt for|take) (?!the (?:same|opportunity)|it to (?!all)|this to|"
        r"that to)(?!.* to (?:draw|make|build|create|write|generate|plot|find|check|compute|"
        r"answer|send)\b)\S",
        rf"^(?:leave|keep) (?:the|that|my|our|his|her) (?!door|faith|change|good)[\w ]{{1,25}}$|"
        rf"^something (?:for|in|with|under|without|on|around|closer|near)\b|\brather$|^(?:i|"
        rf"we) (?:only|just) (?:need|want|use|care about)\b(?! to\b)|^avoid \w+|^try (?:it|that|"
        rf"this|them) (?:in|with|without|as|on|for)\b|^(?:zoom|focus|highlight|emphasi[sz]e|"
        rf"mention|start with|begin with|end with|aim for)\b|^round (?:to|up|down|off|it|them|"
        rf"the)\b|^(?:change|switch|swap|replace|rename|reword|rephrase|shorten|trim|tighten|"
        rf"soften|simplify|tone|bump|raise|lower|increase|decrease|reduce|enlarge|shrink|"
        rf"reschedule|postpone|adjust|tweak|correct|crop|cut|narrow|widen|rework|restructure|"
        rf"reorder|re-?sort|condense|"
        rf"rearrange|reformat|move|shift|push|round|indent|align|cent(?:er|re)|capitali[sz]e|"
        rf"swap out|spell|make|respell|relabel|recolou?r|resize|flip|invert|tidy up|"
        rf"clean up) (?:{_IT}\b(?!.*\b(?:folder|drive|archive|branch)\b)|(?:the |my |your |his |"
        rf"her |their |all |every |both |each |down |up )+[\w◆' -]*|[\w◆]+ (?:to|with|for|by|"
        rf"from|into|and) )",
        r"^(?:drop|lose|ditch|omit|leave out|scrap) (?:the|that|those|all|any)\b",
        rf"^(?:drop|remove|delete|strip|omit|exclude|leave out|take out|get rid of|cut|skip|lose|"
        rf"ditch|hide|scrap|kill|include|mention|spell|bold|add back|"
        rf"put back) (?:{_IT}(?: out)?$|(?:the |that |those |all |any |your |my |last |first |"
        rf"second |third )*[\w◆' -]{{0,25}}\b{_PART_EN}\b)",
    ),
    rule(
        Act.CHANGE,
        r"^(?!i |we |you can|everyone|they )(?:[\w◆'/.()-]+ ){1,6}(?:should|must|ought to|has to|"
        r"have to|needs? to|is supposed to|are supposed to)(?: (?:rather|really|only|also not|not|"
        r"all|just))* "
        r"(?:be(?! (?:fine|ok|okay|good|enough|able|safe|easy))|have|go|say|read|use|come|start|"
        r"end|point|show|include|return|contain|match|stay|look|stop|live|sit|sort|list|cover|"
        r"mention|happen|arrive|begin|leave|run (?!as well|too)|count|exclude|fit|sound|\w+ed)\b",
        r"\byou (?:should|could|need to|must|have to|ought to|were to) (?:not |have |rather |"
        r"only )?(?!see|know|merge|go ahead|also|commit|now|proceed|start)\w+",
        r"^(?:what )?(?:i|we) (?:actually |really |only |just )?(?:meant|mean|prefer|"
        r"would prefer|would rather|would like (?:it|this|that|them)|want (?:it|this|that|them|"
        r"only|just)|need (?:it|this|that|them) (?:in|as|by|to|with|for|on|at)|"
        r"was (?:thinking of|after|looking for|hoping for|referring|talking)|am (?:after|"
        r"referring|talking|thinking of)|were (?:after|hoping for|looking for))\b",
        r"\bi (?:do|did) not mean\b|^(?:no|nope|nah) (?:i|we) (?:meant|mean|wanted)\b",
        rf"^re-?[a-z]+ {_IT} (?:with|as|to|in|for|on|at|using|without)\b",
        r"^(?:i|we) (?:only |just |really )?(?:need|want) (?:the|a|an|it|them|only|just|more|"
        r"less|something|one)\b(?! \w+ to\b)",
        r"^do not just\b|^(?:sort|group|order|rank|filter|split|arrange|break) (?:it |them |this |"
        r"these )?(?:down )?by\b|"
        r"^fix (?:it|that|this|them)\b(?! (?:there|for|in|on))|\bother way (?:a)?round\b|^(?:vice "
        r"versa|swap them|flip them)\b|"
        r"^in (?:plain|simple|simpler|other|fewer) (?:words|english|terms|language)\b|^(?:[\w-]+ "
        r"){1,4}actually$",
        r"^(?:do not|never|stop|avoid|quit|no need to) (?!.*\b(?:when|until|before|yet|once|if|"
        r"while)\b)(?:use|using|change|changing|touch|touching|include|including|count|counting|"
        r"translate|translating|show|showing|round|rounding|put|putting|add|adding|mention|"
        r"mentioning|call|calling|split|splitting|rename|renaming|"
        r"write|writing|abbreviate|mix|mixing|capitali\w+|assume|assuming|sign|signing|list|"
        r"listing|repeat|repeating|group|grouping|hard-?code|hard-?coding|modify|modifying|edit|"
        r"editing|remove|removing|delete|deleting|quote|quoting|start with|end with|be so|"
        r"make it|say|saying|print|printing|return|returning|wrap|nest|bold|format|convert|book|"
        r"go through|rely|guess|paraphrase|shorten|sugarcoat)\b",
        r"^(?:leave|keep) (?:the |that |this |my |our |those |these |all |it |them |her |his |"
        r"their |both )*(?:[\w◆.' -]*\b(?:alone|as (?:it |they |is|was|before)\w*|out|intact|"
        r"unchanged|untouched|original|old|existing|in|under|below|to|at|short|simple|brief|"
        r"formal|public)\b)",
        r"\b(?:would|will) (?:be (?:better|nicer|best|enough|clearer|fine|easier|preferable)|do|"
        r"suit|work better)\b",
        r"\b(?:is|are) (?:enough|plenty|sufficient|better)\b",
        r"^(?:half|twice|double) (?:the|this|that|as)\b|\bmore like\b",
        r"^(?:only|just)(?! (?:as|so|what|like|sent|got|checking|wanted|curious|wondering|asking|"
        r"fyi|run|send|do|a (?:quick|heads|question|thought|note)|in case|merged?|saw|now|"
        r"this once|this time|kidding|joking|send|ship))(?: \S+){1,6}$",
        r"^no (?:\w+ ){0,2}(?:emojis?|jargon|abbreviations?|bullets?|bullet points|headings?|"
        r"headers?|footers?|bold|italics|colou?rs?|decimals?|comments?|tables?|charts?|markdown|"
        r"html|quotes|exclamation\w*|dashes|slang|weekends?|layovers?|stops|connections|nuts|"
        r"meat|smoking|caps|links|images|pictures|logos?|greetings?|signatures?|fluff|filler|"
        r"buzzwords?|third-?party|external|loops?|globals?|mocks?|retries|sleeps?|aliases|"
        r"acronyms?|semicolons?|tabs?|spaces?)$",
        r"^not (?!bad|sure|yet|only|now|just|to worry|too|so|that|at all|really|today|because|"
        r"since|if|from me|necessarily|in the|until|before)(?:[\w◆'.:-]+(?: |$)){1,5}$",
        r"^(?:in|as|without|with|by|at|on|for) (?!case|addition|general|fact|short|other words|"
        r"theory|my (?:opinion|view)|the meantime|you|me|now|well|soon|all|far|usual|long|is|"
        r"always|it$|a while|course|sure|what|the way|least|once|least|top of|to \b)(?!.*\b(?:too|"
        r"as well|also)$)(?:[\w◆'.:-]+(?: |$)){1,4}(?:instead|please|only|though)?$",
        r"^(?:on second thought|come to think of it|second thoughts)\b",
        r"\b(?:it|that|this|he|she|they) (?:is|are|was) (?:actually )?(?:spelled|spelt|called|"
        r"named|written|pronounced)\b",
        r"\b(?:name|it|surname) is (?:spelled|spelt)\b",
        r"\bwith an? (?:[a-z]|double|hyphen|capital|accent|umlaut|extra)\b",
        r"\b(?:it|that|this) (?:is|was|will be) (?:the |a |an |in |on |"
        r"at )?[\w◆. -]{1,25} (?:that|who|which) (?:needs?|has to|should|must|is (?:broken|wrong|"
        r"slow|failing)|i (?:want|need|meant|asked))\b",
    ),
]
