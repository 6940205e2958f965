"""The scripts with which bash, zsh and fish complete the command line, written from its tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from shlex import quote

from companion.completion_command import Node, Slot

BASH = """\
# Completion of trioscope for bash 4 and later; made by `trioscope completion bash`.
__trioscope_among() {{
    COMPREPLY=($(compgen -W "$1" -- "$word"))
}}
__trioscope_files() {{
    compopt -o default 2>/dev/null  # nothing of ours: bash completes files
}}
_trioscope() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} path="" wanted=words each
    COMPREPLY=()
    if [[ $word == = ]]; then  # bash takes --game=tri apart at the =
        word=""
    elif [[ $before == = ]]; then
        before=${{COMP_WORDS[COMP_CWORD-2]}}
    fi
    for each in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$path $each" in
{steps}
        esac
    done
    case "$path $before" in
{values}
    esac
    [[ $word == -* ]] && wanted=options
    case "$path $wanted" in
{words}
    esac
}}
complete -F _trioscope trioscope"""

ZSH = """\
#compdef trioscope
# Completion of trioscope for zsh; made by `trioscope completion zsh`.
{functions}
if [ "$funcstack[1]" = "_trioscope" ]; then
    _trioscope "$@"
else
    compdef _trioscope trioscope
fi"""

FISH_HEAD = "# Completion of trioscope for fish; made by `trioscope completion fish`."


def write_bash(tree: Node) -> str:
    """One function, which finds the command among the words and looks up what may follow."""
    steps, values, words = [], [], []
    for node in tree.walk():
        path = "/".join(node.words)
        for below in node.commands:
            steps.append(_case(12, [f"{path} {below.words[-1]}"], f"path={'/'.join(below.words)}"))
        for slot in node.options:
            if slot.kind in ("choice", "path"):
                patterns = [f"{path} {flag}" for flag in slot.flags]
                values.append(_case(8, patterns, f"{_bash_answer(slot.choices)}; return"))
        flags = [flag for slot in node.options for flag in slot.flags]
        words.append(_case(8, [f"{path} options"], _bash_answer(flags)))
        names = [below.words[-1] for below in node.commands]
        names += [choice for slot in node.arguments for choice in slot.choices]
        if names or any(slot.kind == "path" for slot in node.arguments):
            words.append(_case(8, [f"{path} words"], _bash_answer(names)))
    return BASH.format(steps="\n".join(steps), values="\n".join(values), words="\n".join(words))


def write_zsh(tree: Node) -> str:
    """One function for each command, which hands on to those below it."""
    return ZSH.format(functions="\n".join(_zsh_function(node) for node in tree.walk()))


def write_fish(tree: Node) -> str:
    """One line for each thing that may follow, with the condition under which it may."""
    lines = [FISH_HEAD, "complete -c trioscope -f"]
    for node in tree.walk():
        when = _fish_condition(node)
        for below in node.commands:
            lines.append(
                f"complete -c trioscope -n {quote(when)} -a {below.words[-1]} -d {_fish(below.purpose)}"
            )
        lines += [
            f"complete -c trioscope -n {quote(when)}{_fish_option(slot)} -d {_fish(slot.purpose)}"
            for slot in node.options
        ]
        for slot in node.arguments:
            if slot.kind == "choice":
                lines.append(
                    f"complete -c trioscope -n {quote(when)} -a {_fish(' '.join(slot.choices))} "
                    f"-d {_fish(slot.purpose)}"
                )
            elif slot.kind == "path":
                lines.append(f"complete -c trioscope -n {quote(when)} -F")
    return "\n".join(lines)


WRITERS: Mapping[str, Callable[[Node], str]] = {"bash": write_bash, "zsh": write_zsh, "fish": write_fish}


def _case(indent: int, patterns: Iterable[str], answer: str) -> str:
    return f"{' ' * indent}{'|'.join(quote(pattern) for pattern in patterns)}) {answer} ;;"


def _bash_answer(choices: Iterable[str]) -> str:
    """Complete one of these words; files, if there are none."""
    words = " ".join(choices)
    return f"__trioscope_among {quote(words)}" if words else "__trioscope_files"


def _zsh_function(node: Node) -> str:
    name = _zsh_name(node)
    specs = [spec for slot in node.options for spec in _zsh_option(slot)]
    if not node.commands:
        specs += [_zsh_argument(slot) for slot in node.arguments]
        return f"{name}() {{\n    _arguments {_zsh_lines(specs)}\n}}"
    described = "\n".join(
        f"            {quote(f'{below.words[-1]}:{_colons(below.purpose)}')}" for below in node.commands
    )
    hand_on = "\n".join(f"            {below.words[-1]}) {_zsh_name(below)} ;;" for below in node.commands)
    return f"""{name}() {{
    local context state state_descr line
    local -A opt_args
    local -a commands
    _arguments -C {_zsh_lines([*specs, quote("1: :->command"), quote("*:: :->rest")])}
    case $state in
    command)
        commands=(
{described}
        )
        _describe -t commands command commands ;;
    rest)
        case $words[1] in
{hand_on}
        esac ;;
    esac
}}"""


def _zsh_name(node: Node) -> str:
    return "_" + "_".join(("trioscope", *node.words))


def _zsh_lines(specs: Iterable[str]) -> str:
    return " ".join(f"\\\n        {spec}" for spec in specs)


def _zsh_option(slot: Slot) -> Iterable[str]:
    """`'--lang[language]:LANG:(en fr)'` for each way to write it."""
    purpose = _colons(slot.purpose).replace("[", r"\[").replace("]", r"\]")
    value = "" if slot.kind == "nothing" else f":{_colons(slot.name)}:{_zsh_action(slot)}"
    many = "*" if slot.is_repeated else ""
    return [quote(f"{many}{flag}[{purpose}]{value}") for flag in slot.flags]


def _zsh_argument(slot: Slot) -> str:
    return quote(f"{'*' if slot.is_repeated else ''}:{_colons(slot.name)}:{_zsh_action(slot)}")


def _zsh_action(slot: Slot) -> str:
    return {"choice": f"({' '.join(slot.choices)})", "path": "_files"}.get(slot.kind, "")


def _colons(text: str) -> str:
    return text.replace("\\", "\\\\").replace(":", r"\:")


def _fish_condition(node: Node) -> str:
    if not node.words:
        return "__fish_use_subcommand"
    seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in node.words)
    if not node.commands:
        return seen
    below = " ".join(command.words[-1] for command in node.commands)
    return f"{seen}; and not __fish_seen_subcommand_from {below}"


def _fish_option(slot: Slot) -> str:
    flags = "".join(f" -l {flag[2:]}" if flag.startswith("--") else f" -s {flag[1:]}" for flag in slot.flags)
    if slot.kind == "choice":
        return f"{flags} -x -a {_fish(' '.join(slot.choices))}"
    return flags + {"path": " -r -F", "value": " -x", "nothing": ""}[slot.kind]


def _fish(text: str) -> str:
    """A word for fish, which knows \\' within quotes."""
    return "'" + text.replace("\\", "\\\\").replace("'", r"\'") + "'"
