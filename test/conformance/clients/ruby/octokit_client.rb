# Does with octokit.rb what its users do. Exits with an error at the first unexpected result.
require "octokit"
require "tempfile"

def expect_equal(actual, expected)
  abort "expected #{expected.inspect}, got #{actual.inspect} at #{caller(1..1).first}" unless actual == expected
end

def expect_error(kind)
  yield
  abort "expected #{kind} at #{caller(1..1).first}"
rescue kind => error
  error
end

API_URL = ENV.fetch("API_URL")
client = Octokit::Client.new(access_token: ENV.fetch("TOKEN"), api_endpoint: API_URL)
widgets = "acme/widgets"

expect_equal client.user.login, "alice"
expect_equal client.scopes.include?("repo"), true
expect_equal client.get(API_URL).repository_url, "#{API_URL}/repos/{owner}/{repo}"
expect_equal client.repository(widgets).owner.login, "acme"
expect_equal client.repository?("acme/nothing"), false

# Lists of several pages.
client.per_page = 1
client.auto_paginate = true
expect_equal client.collaborators(widgets).map(&:login).sort, %w[alice bob carol]
client.auto_paginate = false
expect_equal client.collaborators(widgets, per_page: 1).length, 1
expect_equal client.last_response.rels[:next].get.data.length, 1
expect_equal client.last_response.rels[:last].href.include?("page=3"), true

# Stars and subscriptions.
expect_equal client.star(widgets), true
expect_equal client.starred?(widgets), true
expect_equal client.stargazers(widgets).map(&:login), ["alice"]
expect_equal client.unstar(widgets), true
expect_equal client.starred?(widgets), false
expect_equal client.update_subscription(widgets, subscribed: true).subscribed, true
expect_equal client.subscription(widgets).ignored, false
expect_equal client.subscribers(widgets).map(&:login), ["alice"]
expect_equal client.delete_subscription(widgets), true
expect_error(Octokit::NotFound) { client.subscription(widgets) }

# Secrets, encrypted by the caller.
sealed = { encrypted_value: ENV.fetch("SEALED_VALUE"), key_id: ENV.fetch("KEY_ID") }
expect_equal client.get_public_key(widgets).key_id, sealed[:key_id]
client.create_or_update_secret(widgets, "FROM_RUBY", sealed)
expect_equal client.list_secrets(widgets).secrets.map(&:name), ["FROM_RUBY"]
expect_equal client.get_secret(widgets, "FROM_RUBY").name, "FROM_RUBY"
client.create_or_update_secret(widgets, "OTHER", sealed)
client.delete_secret(widgets, "OTHER")
expect_error(Octokit::NotFound) { client.get_secret(widgets, "OTHER") }

# Webhooks of repositories and organizations.
config = { url: "http://127.0.0.1:8787/hook", content_type: "json" }
hook = client.create_hook(widgets, "web", config, events: %w[push star], active: true)
expect_equal client.hooks(widgets, per_page: 100).map(&:id).include?(hook.id), true
expect_equal client.edit_hook(widgets, hook.id, "web", config, add_events: ["watch"]).events.include?("watch"), true
expect_equal client.ping_hook(widgets, hook.id), true
expect_equal client.test_hook(widgets, hook.id), true
expect_equal client.remove_hook(widgets, hook.id), true
expect_equal client.remove_hook(widgets, hook.id), false
organization_hook = client.create_org_hook("acme", config, events: ["push"])
expect_equal client.org_hooks("acme").map(&:id), [organization_hook.id]
expect_equal client.remove_org_hook("acme", organization_hook.id), true

# Review requests and reviews.
client.request_pull_request_review(widgets, 1, reviewers: ["carol"], team_reviewers: ["reviewers"])
requests = client.pull_request_review_requests(widgets, 1)
expect_equal [requests.users.map(&:login), requests.teams.map(&:slug)], [["carol"], ["reviewers"]]
client.delete_pull_request_review_request(widgets, 1, reviewers: ["carol"], team_reviewers: ["reviewers"])
client.create_pull_request_review(widgets, 1, event: "COMMENT", body: "Looks good.")
expect_equal client.pull_request_reviews(widgets, 1).map(&:state), ["COMMENTED"]

# Files.
created = client.create_contents(widgets, "notes.txt", "Add notes", "one")
client.update_contents(widgets, "notes.txt", "Change notes", created.content.sha, "two")
file = client.contents(widgets, path: "notes.txt")
expect_equal Base64.decode64(file.content), "two"
expect_equal client.contents(widgets, path: "notes.txt", accept: "application/vnd.github.raw"), "two"
client.delete_contents(widgets, "notes.txt", "Remove notes", file.sha)

# Issues, labels and comments.
client.add_label(widgets, "urgent", "ff0000")
milestone = client.create_milestone(widgets, "1.0")
issue = client.create_issue(widgets, "Corners", "They scratch.", labels: "urgent", milestone: milestone.number)
comment = client.add_comment(widgets, issue.number, "Indeed.")
client.update_comment(widgets, comment.id, "Indeed!")
client.create_issue_comment_reaction(widgets, comment.id, "heart")
client.add_assignees(widgets, issue.number, ["bob"])
expect_equal client.add_labels_to_an_issue(widgets, issue.number, ["shape"]).map(&:name), %w[shape urgent]
expect_equal client.replace_all_labels(widgets, issue.number, %w[urgent later]).map(&:name).sort, %w[later urgent]
expect_equal client.remove_label(widgets, issue.number, "later").map(&:name), ["urgent"]
client.close_issue(widgets, issue.number)
expect_equal client.issue(widgets, issue.number).assignees.map(&:login), ["bob"]
expect_equal client.list_issues(widgets, state: "closed", labels: "urgent").map(&:number), [issue.number]
expect_equal client.issue_comments(widgets, issue.number).map(&:body), ["Indeed!"]
expect_equal client.search_issues("repo:#{widgets} label:urgent").total_count, 1

# Commits of the git database, pull requests and merges.
main = client.ref(widgets, "heads/main").object.sha
blob = client.create_blob(widgets, "Smooth.")
entry = { path: "smooth.md", mode: "100644", type: "blob", sha: blob }
tree = client.create_tree(widgets, [entry], base_tree: client.git_commit(widgets, main).tree.sha)
commit = client.create_commit(widgets, "Smooth", tree.sha, [main])
client.create_ref(widgets, "heads/smooth", commit.sha)
pull = client.create_pull_request(widgets, "main", "smooth", "Smooth", "Smoother.")
expect_equal client.pull_request_files(widgets, pull.number).map(&:filename), ["smooth.md"]
client.create_status(widgets, commit.sha, "success", context: "lint")
expect_equal client.combined_status(widgets, commit.sha).state, "success"
expect_equal client.merge_pull_request(widgets, pull.number, "", merge_method: "squash").merged, true
expect_equal client.pull_merged?(widgets, pull.number), true
expect_equal client.compare(widgets, main, "main").ahead_by, 1
expect_equal client.delete_branch(widgets, "smooth"), true

# Releases with an asset.
release = client.create_release(widgets, "v1.0.0", name: "One", body: "First")
Tempfile.create(["widget", ".txt"]) do |asset|
  asset.write("packed")
  asset.flush
  uploaded = client.upload_asset(release.url, asset.path, content_type: "text/plain", name: "widget.txt")
  expect_equal [uploaded.name, uploaded.size], ["widget.txt", 6]
end
expect_equal client.latest_release(widgets).assets.map(&:name), ["widget.txt"]
expect_equal client.delete_release(release.url), true
expect_error(Octokit::NotFound) { client.release_for_tag(widgets, "v1.0.0") }

# Rate limits, of the last response and on request.
expect_equal client.rate_limit.limit, 5000
expect_equal client.rate_limit!.remaining < 5000, true
limited = Octokit::Client.new(api_endpoint: ENV.fetch("LIMITED_API_URL"))
limited.repository(widgets)
expect_error(Octokit::TooManyRequests) { limited.repository(widgets) }
expect_equal limited.rate_limit.remaining, 0

# Conditional requests.
client.user
etag = client.last_response.headers["etag"]
client.user(nil, headers: { "If-None-Match" => etag })
expect_equal client.last_response.status, 304

# Errors.
expect_equal expect_error(Octokit::NotFound) { client.repository("acme/nothing") }.response_status, 404
wrong = Octokit::Client.new(access_token: "wrong", api_endpoint: API_URL)
expect_error(Octokit::Unauthorized) { wrong.user }
expect_equal wrong.token_authenticated?, true
anonymous = Octokit::Client.new(api_endpoint: API_URL)
expect_error(Octokit::NotFound) { anonymous.repository("acme/gears") }
error = expect_error(Octokit::UnprocessableEntity) { client.create_hook(widgets, "web", { url: "no URL" }) }
expect_equal error.message.include?("Validation Failed"), true

# Renames: requests for the old name are redirected.
client.edit_repository(widgets, name: "gizmos")
expect_equal client.repository(widgets).name, "gizmos"
client.edit_repository("acme/gizmos", name: "widgets")
