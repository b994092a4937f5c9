"""The bot's own words in Chinese, for questions that are asked in it; what abstracts say stays as it stands there.

Each sentence of ours is found by its English form, so that nothing but the words depends on the language. A test asks
questions of all kinds and finds no English of ours in what comes.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from index.answers import smalltalk
from index.model import Answer

Say = Callable[[re.Match[str]], str]

_CHAT = {
    smalltalk.HELP: "用平常的话问论文的事，比如“哪些论文不需要数据？”或“SVC 有代码吗？”。"
    "我只用摘要里的原句回答，每句都注明论文；摘要没有说的，我会直说。",
    smalltalk.EMPTY: "我在。问我论文的事吧，比如“哪些论文是关于模型合并的？”。",
    smalltalk.THANKS: "不客气，随时接着问。",
    smalltalk.HELLO: "你好！问我论文的事吧，比如“哪些论文是关于模型合并的？”。",
    smalltalk.BYE: "再见，论文都在这儿。",
    smalltalk.NICE: "好的，可以在这里接着问。",
}
_ALL = r"the (?P<n>[\d,]+) abstracts?(?: of (?P<where>[^,;]+?))?"
_PAPER = r"(?P<paper>.+?) \((?P<handle>p\d+)\)"
_ONLY = "，而我只知道摘要。"


def _all(found: re.Match[str]) -> str:
    """What was looked through."""
    where = (found["where"] or "").replace(" and ", " 和 ")
    return f"{where} 的 {found['n']} 篇摘要" if where else f"{found['n']} 篇摘要"


def _quoted(words: str) -> str:
    return words.replace("” or “", "”或“").replace("”, “", "”、“")


def _paper(found: re.Match[str]) -> str:
    return f"{found['paper']} ({found['handle']})"


_RULES: tuple[tuple[str, Say], ...] = (
    (r"Yes:", lambda _: "是："),
    (r"No:", lambda _: "否："),
    (r"(?P<k>[\d,]+) papers:", lambda found: f"{found['k']} 篇论文："),
    (r"(?P<k>[\d,]+) others:", lambda found: f"另外 {found['k']} 篇："),
    (r"The closest (?P<k>\d+):", lambda found: f"最接近的 {found['k']} 篇："),
    (r"(?P<k>\d+) of these (?P<m>\d+):", lambda found: f"这 {found['m']} 篇中的 {found['k']} 篇："),
    (r"Not in this thread’s papers, but:", lambda _: "这个讨论串里的论文没有说，但是："),
    (r"Neither abstract names the other\. Side by side:", lambda _: "两篇摘要都没有提到对方。并排来看："),
    (
        rf"(?P<k>[\d,]+) of {_ALL} gives? a code address:",
        lambda found: f"{_all(found)}中，{found['k']} 篇给出了代码地址：",
    ),
    (
        rf"(?P<k>[\d,]+) of {_ALL} (?:has|have) (?P<what>.+) in title or abstract:",
        lambda found: f"{_all(found)}中，{found['k']} 篇的标题或摘要里有 {found['what']}：",
    ),
    (rf"I know {_ALL}\.", lambda found: f"我知道 {_all(found)}。"),
    (
        rf"The code of {_PAPER} is available at (?P<where>\S+) (?P<mark>\[\d+\])",
        lambda found: f"{_paper(found)} 的代码：{found['where']} {found['mark']}",
    ),
    (
        rf"{_PAPER} is by (?P<who>.+)\. (?P<mark>\[\d+\])",
        lambda found: f"{_paper(found)} 的作者：{found['who']}。{found['mark']}",
    ),
    (
        rf"None of {_ALL} answers that, and abstracts are all that I know\.",
        lambda found: f"{_all(found)}都没有回答这个问题{_ONLY}",
    ),
    (
        rf"The abstract of {_PAPER} does not tell, and abstracts are all that I know\.",
        lambda found: f"{_paper(found)} 的摘要没有说{_ONLY}",
    ),
    (
        rf"The abstract of {_PAPER} does not mention (?P<what>“.+”), and abstracts are all that I know\.",
        lambda found: f"{_paper(found)} 的摘要没有提到{_quoted(found['what'])}{_ONLY}",
    ),
    (rf"None of {_ALL} mentions (?P<what>“.+”)\.", lambda found: f"{_all(found)}都没有提到{_quoted(found['what'])}。"),
    (rf"The abstract of {_PAPER} gives no code address\.", lambda found: f"{_paper(found)} 的摘要没有给出代码地址。"),
    (rf"None of {_ALL} gives a code address\.", lambda found: f"{_all(found)}都没有给出代码地址。"),
    (r"None of these abstracts gives a code address\.", lambda _: "这些摘要都没有给出代码地址。"),
    (r"None of these abstracts says that\.", lambda _: "这些摘要都没有这样说。"),
    (
        rf"The list that {_PAPER} came with names no authors, and the abstract does not tell\.",
        lambda found: f"{_paper(found)} 所在的列表没有作者，摘要也没有说。",
    ),
    (rf"0: none of {_ALL} has (?P<what>.+)\.", lambda found: f"0 篇：{_all(found)}都没有 {found['what']}。"),
    (
        rf"None of {_ALL} has (?P<what>“.+”)(?: together)?(?P<code> and gives code)?\.",
        lambda found: f"{_all(found)}中没有一篇有{_quoted(found['what'])}{'并给出代码' if found['code'] else ''}。",
    ),
    (
        r"No other abstract has (?P<what>“.+”)(?: together)?(?P<code> and gives code)?\.",
        lambda found: f"没有别的摘要有{_quoted(found['what'])}{'并给出代码' if found['code'] else ''}。",
    ),
    (
        r"I could not see what to look for\..*",
        lambda _: "我没看出要找什么。请问一个主题或一篇论文，比如“什么是模型合并？”。",
    ),
    (r"Others of what\?.*", lambda _: "别的什么？请先问论文，比如“哪些论文是关于模型合并的？”。"),
    (r"Tell me what the papers should be about.*", lambda _: "请说论文应该是关于什么的，比如“模型合并”。"),
    (r"Tell me what to count.*", lambda _: "请说要数什么，比如“有多少篇论文是关于模型合并的？”。"),
    (
        r"(?:has (?P<has>“.+?”(?:, “.+?”)*))?(?:, )?(?:not (?P<lacks>“.+”))?",
        lambda found: "，".join(
            part
            for part in (
                f"有{_quoted(found['has'])}" if found["has"] else "",
                f"没有{_quoted(found['lacks'])}" if found["lacks"] else "",
            )
            if part
        ),
    ),
    (r"What does (?P<what>.+) do\?", lambda found: f"{found['what']} 是做什么的？"),
    (r"Where is the code of (?P<what>.+)\?", lambda found: f"{found['what']} 的代码在哪里？"),
    (r"Who wrote (?P<what>.+)\?", lambda found: f"{found['what']} 的作者是谁？"),
    (r"What is (?P<what>p\d+) about\?", lambda found: f"介绍一下 {found['what']}"),
    (
        r"This thread is long: I did not read (?P<k>[\d,]+) messages? in its midst\.",
        lambda found: f"这个讨论串很长：中间有 {found['k']} 条消息我没有读。",
    ),
    (r"I can’t read this thread.*", lambda _: "我读不了这个讨论串，只知道我自己在里面说过的。"),
)
_COMPILED = tuple((re.compile(pattern), say) for pattern, say in _RULES)
_READING = re.compile(r"Reading “(?P<typed>[^”]+)” as (?P<name>.+?)\.\s*(?=Reading “|$|[A-Z0-9])")


def answered(answer: Answer) -> Answer:
    """*answer* with our own words in Chinese."""
    return replace(
        answer,
        lead=words(answer.lead),
        reason=words(answer.reason),
        lacks=tuple(words(lack) for lack in answer.lacks),
        suggestions=tuple(words(question) for question in answer.suggestions),
        chinese=True,
    )


def words(text: str) -> str:
    """Sentences of ours in Chinese, line by line; what is not known stays."""
    if text in _CHAT:
        return _CHAT[text]
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(text: str) -> str:
    slips = ""
    while found := _READING.match(text):
        slips += f"“{found['typed']}”应是 {found['name']}。"
        text = text[found.end() :]
    for pattern, say in _COMPILED:
        if text and (whole := pattern.fullmatch(text)):
            return slips + say(whole)
    return slips + text
