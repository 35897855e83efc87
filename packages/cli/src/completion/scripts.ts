/** Shells for which there is a script. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof SHELLS)[number];

/**
 * Scripts that ask the program for proposals: one per line, with a description after a tab. Without any, the shell
 * proposes files.
 */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion of forgehand for bash. In ~/.bashrc: source <(forgehand completion bash)
_forgehand() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(forgehand completion --words "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -o bashdefault -F _forgehand forgehand
`,
  zsh: `#compdef forgehand
# Completion of forgehand for zsh. In ~/.zshrc, after compinit: source <(forgehand completion zsh)
_forgehand() {
  local -a proposals
  local line word
  while IFS= read -r line; do
    word="\${line%%$'\\t'*}"
    proposals+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
  done < <(forgehand completion --words "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#proposals} )); then
    _describe -V forgehand proposals
  else
    _files
  fi
}
compdef _forgehand forgehand
`,
  fish: `# Completion of forgehand for fish. In config.fish: forgehand completion fish | source
function __forgehand_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l proposals (forgehand completion --words $words[2..] 2>/dev/null)
    if test (count $proposals) -gt 0
        printf '%s\\n' $proposals
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c forgehand -f -a '(__forgehand_complete)'
`,
};
