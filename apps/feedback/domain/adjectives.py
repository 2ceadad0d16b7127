"""Adjectives that judge a result, Chinese and English, good and bad."""

from __future__ import annotations

from apps.feedback.domain.acts import words

GOOD_ZH = words(
    "不错 棒 赞 好看 好听 漂亮 完美 厉害 给力 牛 专业 到位 贴心 周到 清楚 清晰 细致 靠谱 优秀 "
    "精彩 惊艳 满意 舒服 准 准确 精准 准时 及时 顺眼 好用 好使 详细 "
    "妥当 得体 恰当 地道 流畅 顺畅 稳 稳定 合适 合理 全面 有用 有帮助 实用 方便 高效 省心 省事 快 "
    "好 强 对 喜欢 感谢 开心 高兴 惊喜 扎实 严谨 规范 整齐 工整 "
    "美观 直观 易懂 好懂 好读 通顺 自然 生动 有趣 简洁 干净 利落 大气 完整 齐全 充分 透彻 深入 "
    "具体 诚恳 亲切 友好 公平 周全 像样 灵活 安全 可靠 明确 明显 "
    "突出 醒目 吸引人 有说服力 有条理 有逻辑 协调 和谐 均匀 一致 统一 正确 到点 成功 顺利 新颖 "
    "有创意 走心 用心 认真 仔细 贴切 传神 nice good great perfect cool "
    "helpful clean clear smart neat solid smooth fast"
)
BAD_ZH = words(
    "啰嗦 冗长 生硬 别扭 难看 难听 丑 空洞 空泛 笼统 单薄 晦涩 拗口 死板 呆板 乱 杂乱 凌乱 混乱 "
    "糊 模糊 粗糙 潦草 随意 敷衍 草率 夸张 浮夸 花哨 花里胡哨 刺眼 "
    "突兀 奇怪 怪 诡异 离谱 差 差劲 烂 糟 糟糕 慢 卡 重 土 俗 low 幼稚 做作 假 虚 空 浅 肤浅 片面 "
    "牵强 勉强 复杂 麻烦 繁琐 拥挤 挤 密 稀 单调 无聊 枯燥 平淡 "
    "干巴 机械 官方 官腔 正式 随便 口语 口语化 严肃 冷 冷淡 冷冰冰 凶 冲 硬 软 弱 长 短 大 小 多 "
    "少 高 低 贵 早 晚 远 近 暗 亮 深 淡 浓 粗 细 宽 窄 狠 久 吵 "
    "过分 随性 外行 业余 学术 保守 激进 直白 含糊 含混 绕 跳 散 碎 薄 厚 confusing messy long "
    "short dark verbose general vague boring formal slow big small ugly"
)
GOOD_EN = words(
    "good great fine nice clear correct right accurate complete readable professional convincing "
    "natural detailed helpful useful pretty consistent reliable valid "
    "ideal acceptable usable relevant realistic precise specific friendly polite formal warm "
    "concise short long strong robust safe secure efficient responsive "
    "legible elegant smooth tidy clean simple obvious intuitive thorough up-to-date sufficient "
    "appropriate suitable feasible fair honest impressive interesting happy"
)
BAD_EN = words(
    "ugly confusing unclear vague generic bland boring dry stiff wordy verbose cluttered messy "
    "sloppy clumsy awkward robotic cryptic shallow repetitive redundant "
    "cramped clunky tedious bloated overkill pointless unnecessary misleading unprofessional "
    "amateurish tiny illegible incomprehensible childish lame meh mediocre "
    "weak thin hideous weird odd strange silly blunt harsh cold rude pushy aggressive salesy "
    "cheesy corny gaudy dull flat lifeless crude rough half-baked "
    "superficial patronizing condescending convoluted overcomplicated jarring distracting noisy "
    "blurry pixelated crooked lopsided uneven unbalanced outlandish sterile"
)
WRONG_EN = words(
    "wrong incorrect inaccurate broken off missing empty blank corrupt corrupted garbled "
    "truncated duplicated outdated stale reversed swapped backwards incomplete "
    "misspelled mistyped invalid false nonsense garbage rubbish unacceptable bad terrible awful "
    "horrible unusable untranslated useless failing failed crashing worse "
    "flaky unstable unreliable misaligned mislabeled mislabelled unreadable gone lost misplaced "
    "inconsistent unrelated irrelevant impossible inverted flipped unreachable buggy flawed "
    "ridiculous absurd nonexistent unfinished unchanged obsolete closed unavailable unsupported "
    "deprecated expired"
)
ADVERBS_EN = (
    r"(?:still |now |just |so |really |completely |totally |all |clearly |plain |simply |"
    r"obviously |also |a bit |kind of |very |actually |again |partly |almost |mostly |way |even |"
    r"quite |entirely |pretty |a little |slightly )*"
)
