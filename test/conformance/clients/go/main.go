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
	client, err := github.NewEnterpriseClient(apiURL+"/", apiURL+"/", transport)
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
