"""Rules for English messages that say what is wrong with the result."""

from __future__ import annotations

from apps.feedback.domain.acts import Act, Rule, rule
from apps.feedback.domain.adjectives import ADVERBS_EN, WRONG_EN

_THIS = (
    r"(?:it|this|that|these|those|which|your \w+|the (?:\w+ )?(?:fix|change|patch|result|output|"
    r"reply|report|answer|script|code|query|version|"
    r"file|page|build|job|table|chart|list|summary|draft|email|text|translation|test|tests|app|"
    r"link|button|page|number|numbers|total|totals|function|command)"
    r"|adding [\w ]{1,30}|removing [\w ]{1,30})"
)

FAULTS_EN: list[Rule] = [
    rule(
        Act.FAULT,
        r"(?:\b(?:does|did|will|would|has|have|is|was)|(?<=[a-z] )do) not (?:actually |really |"
        r"even |quite |fully |properly |seem to |appear to |at all )*"
        r"(?:work|help|fix|compile|run|load|open|start|build|pass|match|add up|solve|resolve|"
        r"make (?:any |much )?(?:sense|it)|do (?:anything|it|the trick|what|the job)|"
        r"apply|show|display|render|appear|respond|save|print|return|include|cover|contain|"
        r"mention|answer|handle|address|account|reflect|fit|line up|align|belong|"
        r"look right|look good|look like|seem right|sound right|read well|connect|respect|follow|"
        r"support|exist|take effect|change|stick|update|reach|parse|get)(?:ed|ing|s|ning|ting)?\b",
        r"\bstill (?:\w+ )?(?:not|no|fail\w*|crash\w*|error\w*|broken|wrong|getting|get|seeing|"
        r"see|sees|shows?|showing|miss\w*|red|down|slow|hang\w*|throw\w*|"
        r"time?s? out|timing out|return\w*|says?|saying|the same|happen\w*|there$|off|too|"
        r"contain\w*|print\w*|complain\w*|stuck|blank|empty|old|unreadable|can not|could not|"
        r"does not|do not|is not|are not|won|\d|in (?:the )?\w+$|refus\w*|raises?|raising|gives?|"
        r"giving|points?|has|have|uses?|using|breaks?|breaking|reads|looks|leaks?|leaking|"
        r"flick\w*|overlap\w*)\b",
        r"^still (?!good|great|works|fine|ok|love|waiting|here|need|thinking)\w+",
        r"\b(?:says?|reports?|prints?|throws?|gives|got|with)\b.*\b(?:unexpected|invalid|missing|"
        r"fail\w*|errors?|not found|no such|denied|unknown|undefined|refused|traceback|"
        r"exception)\b",
        r"^(?:a |an |the )?(?:400|401|403|404|405|409|413|429|500|502|503|504)\b",
        r"\b(?:is|are|was|were|gets?|got) (?:being |still |now )*(?:rejected|refused|ignored|"
        r"blocked|denied|skipped|dropped|clipped|cropped|stuck|overwritten|overlapping|misread|"
        r"mangled|clobbered|hidden)\b",
        r"\bcomplains\b|^no \w+(?: \w+){0,2} (?:in|on|at|for|from|with)\b",
        r"\bi (?:hate|dislike|can not stand|am allergic)\b|\bkeeps? \w+ing\b",
        r"\b(?:since|after) (?:that|the|your|this) (?:change|fix|edit|update|patch|commit)\b",
        r"\b(?:is|was|are|were) not (?:needed|necessary|required|wanted|called for)\b",
        r"\b(?:shows?|appears?|listed|counted|printed|included|comes?)(?: up)? twice\b",
        r"\b(?:is|are|was|looks?|it is) (?:a (?:total |complete |real )?(?:mess|disaster|joke|"
        r"shame|pain|nightmare)|junk)\b",
        r"\bcovers? the\b|\boverlaps?\b",
        r"\b(?:it|this|that|they|the \w+(?: \w+)?) still (?!works|need)\w+s?\b",
        r"\b(?:has|have|needs?) to be (?:redone|fixed|corrected|reverted|rewritten|"
        r"changed back)\b",
        r"\blost (?:its|their|the)\b",
        r"\b(?:keeps?|kept) (?:on )?(?:fail|crash|gett|throw|return|show|say|tim|hang|break|giv|"
        r"los|complain|restart|freez|happen|spinn|load|ask|error)\w*",
        r"\bsame (?:exact |old |damn |d\w+ )?(?:error|issue|problem|result|thing|bug|failure|"
        r"crash|traceback|exception|message|mistake|output|behaviou?r|story|as (?:before|"
        r"last time|earlier)|again)\b",
        r"\b(?:fails|crashes|breaks|errors out|hangs|times out|freezes|explodes|blows up)\b",
        r"\b(?:failing|crashing|erroring|timing out|hanging|red|down|broken) again\b",
        r"^(?:it |that |this |now it |the \w+ (?:just )?)(?:failed|crashed|broke|timed out|"
        r"blew up|errored)\b",
        r"\b(?:get|gets|getting|got|see|seeing|gives? me|throws?|threw|shows?|returns?|returned|"
        r"says|hit|hitting) (?:a |an |the |this |that |nothing but |only |now |me |back |\w+ )*"
        r"(?:errors?|exceptions?|traceback|warnings?|crash|failures?|timeouts?|nothing|blank|nan|"
        r"undefined|garbage|segfault|conflicts?|[45]\d\d|e[a-z]{5,}ed|stack ?trace|syntax)\b",
        r"\b(?:does|do|did|is|are|was|can|could|will|would|has|have|had) not even\b",
        r"\b(?:it|this|that|they|these|those|which) (?:does|do|did) not (?!matter|hurt|need|mind|"
        r"have to|really matter|bother)\w+",
        r"\b(?:none|neither|not one) of (?:the|these|those|them|which|it|that|my|our|your)\b",
        r"\bno such\b",
        r"\bthere (?:is|are|was|were) (?:actually |really |simply |literally |still )*(?:no|"
        r"not (?:any|a|an)) (?!rush|hurry|need|problem|issue|doubt|point|worr|reason to|"
        r"way to thank|question)\w+",
        r"\b(?:is|are) not (?:actually |even )?(?:in|on|there|part of|listed|included|any)\b",
        r"\bwe (?:do not|never|no longer|are not (?:allowed|supposed)|stopped) (?!need|know|"
        r"have to|mind|care|want to)\w+",
        r"\bnothing (?:changed|happens|happened|works|shows|moved|got)\b",
        r"\bno (?:change|difference|effect|improvement|luck|better)\b|\bto no avail\b",
        r"\bnot (?:fixed|solved|resolved|working|helping|helpful|loading|showing|updated|there)\b",
    ),
    rule(
        Act.FAULT,
        r"^(?:(?:that is|this is|it is|these are|those are|you (?:\w+ ){1,3})?(?:still |just |"
        r"all |on |in |to |at |from |for |with )*(?:a |an |the |my |totally |completely |"
        r"obviously )*)wrong\b",
        r"\b(?:went|gone|goes|got|get|getting|did|doing|have|has) (?:\w+ ){0,3}?wrong\b",
        r"\bsomething (?:is|went) (?:wrong|off)\b",
        rf"\b(?:is|are|was|were|looks?|seems?|reads?|comes? out|came out|turned out|"
        rf"sounds?) {ADVERBS_EN}{WRONG_EN}\b",
        r"\b(?:is|are|was|were|got|gets|comes?|came)(?: all| now| still| a bit| completely|"
        r" totally)* (?:cut off|mixed up|messed up|screwed up|swapped|out of (?:date|order|sync)|"
        r"upside down|the wrong|made up|all over the place|not (?:there|right))\b",
        r"\b(?:to|in|at|on|for|from|of|with|into|by) the wrong \w+",
        r"\bthe wrong (?:one|way|file|place|person|order|branch|account|format|date|day|unit|"
        r"language|version|column|table|function|number|name)\b",
        r"^(?:missing|half|some|several|many|most|all)\b(?: of)?[\w ]{0,30}\b(?:missing|wrong|"
        r"empty|gone|broken|duplicated?s?|off)\b",
        r"^missing\b",
        r"\b(?:units?|columns?|rows?|names?|dates?|values?|numbers?|order|axes|labels?|colou?rs?|"
        r"it|them) (?:are |is |all )?(?:mixed up|swapped|reversed|flipped|backwards|"
        r"the wrong way)\b",
        r"\bthere (?:is|are) (?:still |also |now |at least )*(?:a |an |some |two |three |"
        r"several |many |a few |lots of |plenty of |\d+ )*(?:\w+ )?(?:mistakes?|errors?|typos?|"
        r"bugs?|problems?|gaps?|duplicates?|inconsistenc\w+|leftovers?|holes?)\b",
        r"\b(?:has|have|contains?) (?:a |an |some |two |three |several |many |a few |"
        r"\d+ )*(?:\w+ )?(?:mistakes?|typos?|bugs?|duplicates?|errors?|gaps)\b",
        rf"{_THIS}(?: \w+){{0,2}}? (?:now |just |only |simply |still |also |actually |basically |"
        rf"merely )*(?:breaks?|broke|ruins?|ruined|messes|messed|screw\w*|swallow\w*|hides?|"
        rf"masks?|papers? over|silences?|ignores?|ignored|duplicates?|overwrites?|overwrote|"
        rf"truncates?|drops|dropped|misses|missed|lacks|omits?|omitted|skips|skipped|leaves out|"
        rf"left out|includes too|contradicts?|loses|lost|made (?:it|things|everything) )\b",
        r"\b(?:even |much |far |got |made it |only |now )worse\b|\bworse than\b|\bdefeats the\b",
        r"\bjust (?:a |an )?(?:hack|band-?aid|workaround)\b|\bmakes? no sense\b|\bnonsense\b",
        r"\bimpossible\b",
        r"^(?:that|this|it|these|those) (?:is|are|was|were) (?:still |only |just |all |"
        r"actually )*(?:last (?:year|month|week)|yesterday|the old|an old|the previous|half|"
        r"from (?:last|20|the old)|for (?:last|the wrong)|somebody|someone|another|a different|"
        r"different|outdated|kelvin|nothing)\b",
        r"\b(?:supposed|meant) to\b|\bshould (?:have|not have|not be|not|never)\b",
    ),
    rule(
        Act.FAULT,
        r"\byou (?:have |had |just |also |only |even |still |again |clearly |obviously |somehow |"
        r"apparently |seem to have |must have |accidentally |totally |completely )*"
        r"(?:forgot|forgotten|miss(?:ed)?|left|skipped|ignored|broke|broken|deleted|removed|"
        r"misread|misunderstood|misunderstand|mixed|overlooked|lost|dropped|overwrote|overwritten|"
        r"messed|screwed|assumed|misspelled|mistook|confused|duplicated|"
        r"misinterpreted|omitted|neglected|failed|invented|made (?:that|this|it|them|up)|"
        r"hallucinat\w+|swapped|reversed|counted|charged|did not|have not|never|are (?:still |"
        r"just |only )?(?:missing|ignoring|wrong|using|looking at|mixing|confusing|counting|"
        r"repeating))\b",
        r"^you (?:have |just |also |only |even |still |again )*(?:put|set|sent|made|took|used|"
        r"chose|picked|wrote|gave|built|ran|called|kept|cut|turned|counted|included|added|"
        r"(?!nailed|saved|helped|solved|fixed|rocked|managed|impressed|asked|mentioned|suggested|"
        r"promised|wanted|needed)\w{3,}ed) (?!it right|me|my day|the trick|it perfectly)",
        r"\byou (?:have |just |also |only |even |still |again )*(?:edited|changed|used|put|sent|"
        r"touched|picked|copied|gave|took|booked|called|wrote|added|renamed|moved|set|translated|"
        r"converted|opened|read|looked|got|did|answered|ordered|fixed) "
        r"(?:[\w' ]{0,30}\b)?(?:wrong|instead|twice|too|nothing|only|everything|half|the other|"
        r"the old|not|it backwards|last year|without)\b",
        r"^(?:cut off|truncated|garbled|corrupted|mangled|blank|empty|broken|incomplete|"
        r"unreadable|misspelled|untranslated|duplicated)\b",
        r"\b(?:slows? (?:down|everything)|hurts?|blocks?|kills|wastes|clutters|repeats|"
        r"contradicts|confuses|misleads|complicates|defeats|bloats)\b",
        r"\b(?:who|nobody|no one|did anyone) (?:told|asked|ask|said|wanted|requested)(?: you|"
        r" for| to)*\b",
        r"\bwhy (?:on earth|the (?:hell|heck|fuck)|in the world|is (?:it|this|that|"
        r"there) (?:still|now|in|only|so|suddenly)|are (?:they|these|there) (?:still|so|only)|"
        r"did you (?:delete|remove|drop|touch|break|ignore|change my)|would you|do you keep|"
        r"does it (?:still|keep))\b",
        r"\bi (?:still )?(?:can not|could not|am unable to|was unable to) (?:open|see|find|read|"
        r"log|access|use|run|view|reproduce|load|connect|download|install|build|compile|click|"
        r"edit|play|save|even)\b",
        r"\b(?:oh )?(?:great|brilliant|wonderful|fantastic|awesome|nice|perfect)[, ]+(?:now|"
        r"another|you|just what)\b.*\b(?:not|wrong|broken|gone|error|worse|fail|lost|deleted|"
        r"again|down)",
        r"\b(?:untranslated|unanswered|unresolved|misses the point|missed the point|"
        r"beside the point|off topic|way off|nowhere near|(?<!too )far from|waste of)\b",
    ),
]
