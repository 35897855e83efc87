/** Published clients that `npm run test:full` runs. */
export const CLIENTS = {
  gh: { packages: ["gh"], command: ["gh", "--version"] },
  "octokit.rb": { packages: ["ruby-octokit"], command: ["ruby", "-e", "require 'octokit'"] },
  PyGithub: { packages: ["python3-github"], command: ["/usr/bin/python3", "-c", "import github, nacl"] },
  "go-github": {
    packages: ["golang-go", "golang-github-google-go-github-dev"],
    command: ["sh", "-c", "go version && test -d /usr/share/gocode/src/github.com/google/go-github"],
  },
};
