"""Does with PyGithub what its users do. Exits with an error at the first unexpected result."""

import os
import sys
import tempfile

from github import (
    BadCredentialsException,
    Github,
    GithubException,
    InputGitTreeElement,
    RateLimitExceededException,
    UnknownObjectException,
)

API_URL = os.environ["API_URL"]


def expect_equal(actual, expected):
    if actual != expected:
        sys.exit(f"expected {expected!r}, got {actual!r}")


def expect_error(kind, status, call):
    try:
        call()
    except kind as error:
        expect_equal(error.status, status)
        return error.data
    sys.exit(f"expected {kind.__name__}")


github = Github(os.environ["TOKEN"], base_url=API_URL, per_page=1)
user = github.get_user()
expect_equal(user.login, "alice")
repo = github.get_repo("acme/widgets")
expect_equal(repo.full_name, "acme/widgets")
expect_equal(repo.permissions.admin, True)

# Lists of several pages.
logins = sorted(person.login for person in repo.get_collaborators())
expect_equal(logins, ["alice", "bob", "carol"])
expect_equal(repo.get_collaborators().totalCount, 3)

# Stars and subscriptions.
user.add_to_starred(repo)
expect_equal(user.has_in_starred(repo), True)
expect_equal([star.user.login for star in repo.get_stargazers_with_dates()], ["alice"])
user.remove_from_starred(repo)
expect_equal(user.has_in_starred(repo), False)
user.add_to_watched(repo)
expect_equal(user.has_in_watched(repo), True)
expect_equal([person.login for person in repo.get_subscribers()], ["alice"])
user.remove_from_watched(repo)

# Secrets, which PyGithub encrypts.
expect_equal(repo.create_secret("FROM_PYTHON", "s3cret"), True)
expect_equal(repo.delete_secret("FROM_PYTHON"), True)
expect_equal(repo.create_secret("FROM_PYTHON", "s3cret again"), True)
expect_equal(repo.delete_secret("MISSING"), False)

# Webhooks.
config = {"url": "http://127.0.0.1:8787/hook", "content_type": "json"}
hook = repo.create_hook("web", config, ["push", "star"], True)
expect_equal(sorted(hook.events), ["push", "star"])
hook.edit("web", config, add_events=["watch"])
expect_equal("watch" in repo.get_hook(hook.id).events, True)
hook.ping()
hook.delete()
expect_error(UnknownObjectException, 404, lambda: repo.get_hook(hook.id))

# Review requests.
pull = repo.get_pull(1)
pull.create_review_request(reviewers=["carol"], team_reviewers=["reviewers"])
users, teams = pull.get_review_requests()
expect_equal([[person.login for person in users], [team.slug for team in teams]], [["carol"], ["reviewers"]])
pull.delete_review_request(reviewers=["carol"], team_reviewers=["reviewers"])

# Files.
created = repo.create_file("notes.txt", "Add notes", "one")
repo.update_file("notes.txt", "Change notes", "two", created["content"].sha)
expect_equal(repo.get_contents("notes.txt").decoded_content, b"two")
repo.delete_file("notes.txt", "Remove notes", repo.get_contents("notes.txt").sha)

# Issues, labels and comments.
repo.create_label("urgent", "ff0000", "Now")
milestone = repo.create_milestone("1.0")
issue = repo.create_issue("Corners", body="They scratch.", labels=["urgent"], assignee="bob", milestone=milestone)
comment = issue.create_comment("Indeed.")
comment.edit("Indeed!")
comment.create_reaction("heart")
issue.add_to_labels("shape")
expect_equal([label.name for label in issue.get_labels()], ["shape", "urgent"])
issue.remove_from_labels("shape")
issue.set_labels("urgent", "later")
expect_equal(sorted(label.name for label in repo.get_issue(issue.number).labels), ["later", "urgent"])
issue.edit(state="closed")
expect_equal([event.event for event in issue.get_events()][-1], "closed")
expect_equal([found.number for found in repo.get_issues(state="closed", labels=["urgent"])], [issue.number])
expect_equal([body.body for body in issue.get_comments()], ["Indeed!"])
expect_equal(repo.get_milestone(milestone.number).closed_issues, 1)
expect_equal([found.number for found in github.search_issues("repo:acme/widgets label:urgent")], [issue.number])

# Commits of the git database, pull requests and merges.
base = repo.get_branch("main").commit
blob = repo.create_git_blob("Smooth.", "utf-8")
element = InputGitTreeElement("smooth.md", "100644", "blob", sha=blob.sha)
tree = repo.create_git_tree([element], base.commit.tree)
commit = repo.create_git_commit("Smooth", tree, [base.commit])
repo.create_git_ref("refs/heads/smooth", commit.sha)
smooth = repo.create_pull(title="Smooth", body="", head="smooth", base="main")
expect_equal([file.filename for file in smooth.get_files()], ["smooth.md"])
smooth.create_review(body="Hm.", event="COMMENT")
repo.get_commit(commit.sha).create_status("success", context="lint")
expect_equal(repo.get_commit(commit.sha).get_combined_status().state, "success")
expect_equal(smooth.merge(merge_method="squash").merged, True)
expect_equal(repo.get_pull(smooth.number).is_merged(), True)
expect_equal(repo.get_commits()[0].commit.message.startswith("Smooth"), True)
repo.get_git_ref("heads/smooth").delete()
expect_error(GithubException, 404, lambda: repo.get_branch("smooth"))

# Releases with an asset.
release = repo.create_git_release("v1.0.0", "One", "First", draft=False, prerelease=False)
with tempfile.NamedTemporaryFile(suffix=".txt") as file:
    file.write(b"packed")
    file.flush()
    asset = release.upload_asset(file.name, name="widget.txt", content_type="text/plain")
expect_equal([asset.name, asset.size], ["widget.txt", 6])
expect_equal(repo.get_latest_release().tag_name, "v1.0.0")
release.update_release("One", "Changed")
expect_equal(repo.get_release("v1.0.0").body, "Changed")
release.delete_release()
expect_error(UnknownObjectException, 404, lambda: repo.get_release("v1.0.0"))

# Rate limits, of the last response and on request.
core = github.get_rate_limit().core
expect_equal([core.limit, core.remaining < core.limit], [5000, True])
expect_equal(github.rate_limiting[1], 5000)
limited = Github(base_url=os.environ["LIMITED_API_URL"])
limited.get_repo("acme/widgets")
expect_error(RateLimitExceededException, 403, lambda: limited.get_repo("acme/widgets"))
expect_equal(limited.rate_limiting, (0, 1))

# Errors.
data = expect_error(UnknownObjectException, 404, lambda: github.get_repo("acme/nothing"))
expect_equal(data["message"], "Not Found")
expect_error(BadCredentialsException, 401, lambda: Github("wrong", base_url=API_URL).get_user().login)
expect_error(GithubException, 422, lambda: repo.create_hook("web", {"url": "no URL"}))
anonymous = Github(base_url=API_URL)
expect_error(UnknownObjectException, 404, lambda: anonymous.get_repo("acme/gears"))

# Renames: requests for the old name are redirected.
repo.edit(name="gizmos")
expect_equal(github.get_repo("acme/widgets").name, "gizmos")
repo.edit(name="widgets")
