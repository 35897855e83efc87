// Does with go-github what its users do. Exits with an error at the first unexpected result.
package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"github.com/google/go-github/github"
	"golang.org/x/crypto/nacl/box"
	"golang.org/x/oauth2"
)

var ctx = context.Background()
var apiURL = os.Getenv("API_URL")

func must(err error) {
	if err != nil {
		log.Output(2, err.Error())
		os.Exit(1)
	}
}

func expectEqual(actual, expected interface{}) {
	if !reflect.DeepEqual(actual, expected) {
		log.Output(2, fmt.Sprintf("expected %v, got %v", expected, actual))
		os.Exit(1)
	}
}

func expectStatus(err error, status int) {
	var response *github.ErrorResponse
	if !errors.As(err, &response) {
		log.Output(2, fmt.Sprintf("expected an error response, got %v", err))
		os.Exit(1)
	}
	expectEqual(response.Response.StatusCode, status)
}

func connect(apiURL, token string) *github.Client {
	var transport *http.Client
	if token != "" {
		transport = oauth2.NewClient(ctx, oauth2.StaticTokenSource(&oauth2.Token{AccessToken: token}))
	}
	host := strings.TrimSuffix(apiURL, "/api/v3") + "/"
	client, err := github.NewEnterpriseClient(host, host, transport)
	must(err)
	return client
}

func seal(publicKey *github.PublicKey, value string) string {
	decoded, err := base64.StdEncoding.DecodeString(publicKey.GetKey())
	must(err)
	var key [32]byte
	copy(key[:], decoded)
	sealed, err := box.SealAnonymous(nil, []byte(value), &key, rand.Reader)
	must(err)
	return base64.StdEncoding.EncodeToString(sealed)
}

func main() {
	log.SetFlags(log.Lshortfile)
	client := connect(apiURL, os.Getenv("TOKEN"))
	user, _, err := client.Users.Get(ctx, "")
	must(err)
	expectEqual(user.GetLogin(), "alice")
	repository, _, err := client.Repositories.Get(ctx, "acme", "widgets")
	must(err)
	expectEqual(repository.GetFullName(), "acme/widgets")

	checkLists(client)
	checkStarsAndSubscriptions(client)
	checkSecrets(client, repository)
	checkVariables(client)
	checkHooks(client)
	checkReviewRequests(client)
	checkIssues(client)
	checkPullRequests(client)
	checkReleases(client)
	checkErrors(client)
	checkLimits(client)

	// Requests for the old name of a renamed repository are redirected.
	_, _, err = client.Repositories.Edit(ctx, "acme", "widgets", &github.Repository{Name: github.String("gizmos")})
	must(err)
	renamed, _, err := client.Repositories.Get(ctx, "acme", "widgets")
	must(err)
	expectEqual(renamed.GetName(), "gizmos")
	_, _, err = client.Repositories.Edit(ctx, "acme", "gizmos", &github.Repository{Name: github.String("widgets")})
	must(err)
}

func checkLists(client *github.Client) {
	options := &github.ListCollaboratorsOptions{ListOptions: github.ListOptions{PerPage: 1}}
	var logins []string
	for {
		page, response, err := client.Repositories.ListCollaborators(ctx, "acme", "widgets", options)
		must(err)
		for _, user := range page {
			logins = append(logins, user.GetLogin())
		}
		if response.NextPage == 0 {
			break
		}
		expectEqual(response.LastPage, 3)
		options.Page = response.NextPage
	}
	sort.Strings(logins)
	expectEqual(logins, []string{"alice", "bob", "carol"})
}

func checkStarsAndSubscriptions(client *github.Client) {
	_, err := client.Activity.Star(ctx, "acme", "widgets")
	must(err)
	isStarred, _, err := client.Activity.IsStarred(ctx, "acme", "widgets")
	must(err)
	expectEqual(isStarred, true)
	stargazers, _, err := client.Activity.ListStargazers(ctx, "acme", "widgets", nil)
	must(err)
	expectEqual(stargazers[0].StarredAt == nil, false)
	_, err = client.Activity.Unstar(ctx, "acme", "widgets")
	must(err)
	isStarred, _, err = client.Activity.IsStarred(ctx, "acme", "widgets")
	must(err)
	expectEqual(isStarred, false)

	wanted := &github.Subscription{Subscribed: github.Bool(true)}
	subscription, _, err := client.Activity.SetRepositorySubscription(ctx, "acme", "widgets", wanted)
	must(err)
	expectEqual(subscription.GetSubscribed(), true)
	_, err = client.Activity.DeleteRepositorySubscription(ctx, "acme", "widgets")
	must(err)
	subscription, _, err = client.Activity.GetRepositorySubscription(ctx, "acme", "widgets")
	must(err)
	expectEqual(subscription == nil, true)
}

func checkSecrets(client *github.Client, repository *github.Repository) {
	key, _, err := client.Actions.GetRepoPublicKey(ctx, "acme", "widgets")
	must(err)
	secret := &github.EncryptedSecret{Name: "FROM_GO", KeyID: key.GetKeyID(), EncryptedValue: seal(key, "s3cret")}
	_, err = client.Actions.CreateOrUpdateRepoSecret(ctx, "acme", "widgets", secret)
	must(err)

	key, _, err = client.Actions.GetOrgPublicKey(ctx, "acme")
	must(err)
	secret = &github.EncryptedSecret{
		Name:                  "ORG_FROM_GO",
		KeyID:                 key.GetKeyID(),
		EncryptedValue:        seal(key, "s3cret"),
		Visibility:            "selected",
		SelectedRepositoryIDs: github.SelectedRepoIDs{repository.GetID()},
	}
	_, err = client.Actions.CreateOrUpdateOrgSecret(ctx, "acme", secret)
	must(err)
	selected, _, err := client.Actions.ListSelectedReposForOrgSecret(ctx, "acme", "ORG_FROM_GO", nil)
	must(err)
	expectEqual(selected.Repositories[0].GetName(), "widgets")

	// go-github sends the ids as strings.
	key, _, err = client.Dependabot.GetOrgPublicKey(ctx, "acme")
	must(err)
	ids := github.DependabotSecretsSelectedRepoIDs{strconv.FormatInt(repository.GetID(), 10)}
	_, err = client.Dependabot.CreateOrUpdateOrgSecret(ctx, "acme", &github.DependabotEncryptedSecret{
		Name:                  "DEPENDABOT_FROM_GO",
		KeyID:                 key.GetKeyID(),
		EncryptedValue:        seal(key, "s3cret"),
		Visibility:            "selected",
		SelectedRepositoryIDs: ids,
	})
	must(err)
	_, err = client.Dependabot.SetSelectedReposForOrgSecret(ctx, "acme", "DEPENDABOT_FROM_GO", ids)
	must(err)
	selected, _, err = client.Dependabot.ListSelectedReposForOrgSecret(ctx, "acme", "DEPENDABOT_FROM_GO", nil)
	must(err)
	expectEqual(selected.Repositories[0].GetName(), "widgets")
}

// This version of go-github has no methods for variables.
func checkVariables(client *github.Client) {
	type variable struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	call := func(method, path string, body, result interface{}) error {
		request, err := client.NewRequest(method, "repos/acme/widgets/actions/variables"+path, body)
		must(err)
		_, err = client.Do(ctx, request, result)
		return err
	}
	must(call("POST", "", &variable{"STAGE", "test"}, nil))
	expectStatus(call("POST", "", &variable{"STAGE", "test"}, nil), 409)
	must(call("PATCH", "/STAGE", &variable{"STAGE", "production"}, nil))
	var found variable
	must(call("GET", "/STAGE", nil, &found))
	expectEqual(found.Value, "production")
	must(call("DELETE", "/STAGE", nil, nil))
	expectStatus(call("GET", "/STAGE", nil, nil), 404)
}

func checkHooks(client *github.Client) {
	hook, _, err := client.Repositories.CreateHook(ctx, "acme", "widgets", &github.Hook{
		Events: []string{"push"},
		Config: map[string]interface{}{"url": "http://127.0.0.1:8787/hook", "content_type": "json"},
	})
	must(err)
	_, err = client.Repositories.PingHook(ctx, "acme", "widgets", hook.GetID())
	must(err)
	var deliveries []*github.HookDelivery
	for len(deliveries) == 0 {
		deliveries, _, err = client.Repositories.ListHookDeliveries(ctx, "acme", "widgets", hook.GetID(), nil)
		must(err)
	}
	delivery, _, err := client.Repositories.GetHookDelivery(ctx, "acme", "widgets", hook.GetID(), deliveries[0].GetID())
	must(err)
	expectEqual(delivery.GetEvent(), "ping")
	_, _, err = client.Repositories.RedeliverHookDelivery(ctx, "acme", "widgets", hook.GetID(), delivery.GetID())
	var accepted *github.AcceptedError
	expectEqual(errors.As(err, &accepted), true)
	_, err = client.Repositories.DeleteHook(ctx, "acme", "widgets", hook.GetID())
	must(err)
}

func checkReviewRequests(client *github.Client) {
	reviewers := github.ReviewersRequest{Reviewers: []string{"carol"}, TeamReviewers: []string{"reviewers"}}
	pull, _, err := client.PullRequests.RequestReviewers(ctx, "acme", "widgets", 1, reviewers)
	must(err)
	expectEqual(pull.RequestedReviewers[0].GetLogin(), "carol")
	requested, _, err := client.PullRequests.ListReviewers(ctx, "acme", "widgets", 1, nil)
	must(err)
	expectEqual(requested.Teams[0].GetSlug(), "reviewers")
	_, err = client.PullRequests.RemoveReviewers(ctx, "acme", "widgets", 1, reviewers)
	must(err)
}

func checkIssues(client *github.Client) {
	label := &github.Label{Name: github.String("urgent"), Color: github.String("ff0000")}
	_, _, err := client.Issues.CreateLabel(ctx, "acme", "widgets", label)
	must(err)
	issue, _, err := client.Issues.Create(ctx, "acme", "widgets", &github.IssueRequest{
		Title:     github.String("Corners"),
		Body:      github.String("They scratch."),
		Labels:    &[]string{"urgent"},
		Assignees: &[]string{"bob"},
	})
	must(err)
	number := issue.GetNumber()
	comment, _, err := client.Issues.CreateComment(ctx, "acme", "widgets", number, &github.IssueComment{Body: github.String("Indeed.")})
	must(err)
	_, _, err = client.Reactions.CreateIssueCommentReaction(ctx, "acme", "widgets", comment.GetID(), "heart")
	must(err)
	labels, _, err := client.Issues.AddLabelsToIssue(ctx, "acme", "widgets", number, []string{"shape"})
	must(err)
	expectEqual(len(labels), 2)
	labels, _, err = client.Issues.ReplaceLabelsForIssue(ctx, "acme", "widgets", number, []string{"urgent"})
	must(err)
	expectEqual(len(labels), 1)
	issue, _, err = client.Issues.Edit(ctx, "acme", "widgets", number, &github.IssueRequest{State: github.String("closed")})
	must(err)
	expectEqual(issue.GetState(), "closed")
	options := &github.IssueListByRepoOptions{State: "closed", Labels: []string{"urgent"}}
	closed, _, err := client.Issues.ListByRepo(ctx, "acme", "widgets", options)
	must(err)
	expectEqual(closed[0].GetNumber(), number)
	expectEqual(closed[0].GetComments(), 1)
	found, _, err := client.Search.Issues(ctx, "repo:acme/widgets label:urgent", nil)
	must(err)
	expectEqual(found.GetTotal(), 1)
}

func checkPullRequests(client *github.Client) {
	main, _, err := client.Git.GetRef(ctx, "acme", "widgets", "heads/main")
	must(err)
	parent, _, err := client.Git.GetCommit(ctx, "acme", "widgets", main.GetObject().GetSHA())
	must(err)
	tree, _, err := client.Git.CreateTree(ctx, "acme", "widgets", parent.GetTree().GetSHA(), []*github.TreeEntry{{
		Path:    github.String("smooth.md"),
		Mode:    github.String("100644"),
		Type:    github.String("blob"),
		Content: github.String("Smooth."),
	}})
	must(err)
	commit, _, err := client.Git.CreateCommit(ctx, "acme", "widgets", &github.Commit{
		Message: github.String("Smooth"),
		Tree:    tree,
		Parents: []*github.Commit{{SHA: parent.SHA}},
	})
	must(err)
	_, _, err = client.Git.CreateRef(ctx, "acme", "widgets", &github.Reference{
		Ref:    github.String("refs/heads/smooth"),
		Object: &github.GitObject{SHA: commit.SHA},
	})
	must(err)
	pull, _, err := client.PullRequests.Create(ctx, "acme", "widgets", &github.NewPullRequest{
		Title: github.String("Smooth"),
		Head:  github.String("smooth"),
		Base:  github.String("main"),
	})
	must(err)
	number := pull.GetNumber()
	files, _, err := client.PullRequests.ListFiles(ctx, "acme", "widgets", number, nil)
	must(err)
	expectEqual(files[0].GetFilename(), "smooth.md")
	status := &github.RepoStatus{State: github.String("success"), Context: github.String("lint")}
	_, _, err = client.Repositories.CreateStatus(ctx, "acme", "widgets", commit.GetSHA(), status)
	must(err)
	options := &github.PullRequestOptions{MergeMethod: "squash"}
	merge, _, err := client.PullRequests.Merge(ctx, "acme", "widgets", number, "", options)
	must(err)
	expectEqual(merge.GetMerged(), true)
	isMerged, _, err := client.PullRequests.IsMerged(ctx, "acme", "widgets", number)
	must(err)
	expectEqual(isMerged, true)
	_, err = client.Git.DeleteRef(ctx, "acme", "widgets", "heads/smooth")
	must(err)
}

func checkReleases(client *github.Client) {
	release, _, err := client.Repositories.CreateRelease(ctx, "acme", "widgets", &github.RepositoryRelease{
		TagName: github.String("v1.0.0"),
		Name:    github.String("One"),
		Body:    github.String("First"),
	})
	must(err)
	file, err := os.CreateTemp("", "widget*.txt")
	must(err)
	defer os.Remove(file.Name())
	_, err = file.WriteString("packed")
	must(err)
	_, err = file.Seek(0, 0)
	must(err)
	asset, _, err := client.Repositories.UploadReleaseAsset(ctx, "acme", "widgets", release.GetID(), &github.UploadOptions{Name: "widget.txt"}, file)
	must(err)
	expectEqual(asset.GetSize(), 6)
	latest, _, err := client.Repositories.GetLatestRelease(ctx, "acme", "widgets")
	must(err)
	expectEqual(latest.GetTagName(), "v1.0.0")
	_, err = client.Repositories.DeleteRelease(ctx, "acme", "widgets", release.GetID())
	must(err)
	_, _, err = client.Repositories.GetReleaseByTag(ctx, "acme", "widgets", "v1.0.0")
	expectStatus(err, 404)
}

func checkErrors(client *github.Client) {
	_, _, err := client.Repositories.Get(ctx, "acme", "nothing")
	expectStatus(err, 404)
	_, _, err = connect(apiURL, "wrong").Users.Get(ctx, "")
	expectStatus(err, 401)
	_, _, err = connect(apiURL, "").Repositories.Get(ctx, "acme", "gears")
	expectStatus(err, 404)
	invalid := &github.Hook{Config: map[string]interface{}{"url": "no URL"}}
	_, _, err = client.Repositories.CreateHook(ctx, "acme", "widgets", invalid)
	expectStatus(err, 422)
}

func checkLimits(client *github.Client) {
	limits, response, err := client.RateLimits(ctx)
	must(err)
	expectEqual(limits.Core.Limit, 5000)
	expectEqual(limits.Core.Remaining < 5000, true)
	expectEqual(response.Rate.Limit, 5000)
	limited := connect(os.Getenv("LIMITED_API_URL"), "")
	_, _, err = limited.Repositories.Get(ctx, "acme", "widgets")
	must(err)
	_, _, err = limited.Repositories.Get(ctx, "acme", "widgets")
	var limitError *github.RateLimitError
	expectEqual(errors.As(err, &limitError), true)
	expectEqual(limitError.Rate.Remaining, 0)

	// The client itself refuses calls once none remains, which must not happen if limits are off.
	anonymous := connect(apiURL, "")
	for count := 0; count < 70; count++ {
		_, _, err := anonymous.Repositories.Get(ctx, "acme", "widgets")
		must(err)
	}
}
