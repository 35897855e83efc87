import { test } from "@forgehand/emulator/vitest";
import sodium from "libsodium-wrappers";
import { Octokit } from "octokit";
import { describe, expect } from "vitest";
import { startReceiver } from "../workflow/redeliver/receiver.ts";

// Tests the emulator with a third-party client.

const widgets = { owner: "acme", repo: "widgets" };

/** Disables Octokit's own pauses between writes. */
const NO_PAUSES = { throttle: { enabled: false }, retry: { enabled: false } };

function octokitFor(
  { apiUrl, tokens }: { apiUrl: string; tokens: Readonly<Record<string, string>> },
  name: string,
): Octokit {
  return new Octokit({ baseUrl: apiUrl, auth: tokens[name], ...NO_PAUSES });
}

describe("Octokit", () => {
  test("gets the authenticated user", async ({ emulator }) => {
    const { data } = await octokitFor(emulator, "alice").rest.users.getAuthenticated();
    expect(data).toMatchObject({ login: "alice", name: "Alice Archer" });
  });

  test("stars a repository, which changes the counts", async ({ emulator }) => {
    const { rest } = octokitFor(emulator, "bob");
    await expect(rest.activity.checkRepoIsStarredByAuthenticatedUser(widgets)).rejects.toMatchObject({ status: 404 });
    await rest.activity.starRepoForAuthenticatedUser(widgets);
    expect((await rest.activity.checkRepoIsStarredByAuthenticatedUser(widgets)).status).toBe(204);
    expect((await rest.repos.get(widgets)).data.stargazers_count).toBe(1);
    expect((await rest.activity.listStargazersForRepo(widgets)).data).toMatchObject([{ login: "bob" }]);
    expect((await rest.activity.listReposStarredByAuthenticatedUser()).data).toHaveLength(1);
    await rest.activity.unstarRepoForAuthenticatedUser(widgets);
    expect((await rest.repos.get(widgets)).data.stargazers_count).toBe(0);
  });

  test("watches and ignores a repository", async ({ emulator }) => {
    const { rest } = octokitFor(emulator, "bob");
    await rest.activity.setRepoSubscription({ ...widgets, subscribed: true });
    expect((await rest.activity.getRepoSubscription(widgets)).data).toMatchObject({ subscribed: true, ignored: false });
    expect((await rest.repos.get(widgets)).data.subscribers_count).toBe(1);
    expect((await rest.activity.listWatchersForRepo(widgets)).data).toMatchObject([{ login: "bob" }]);
    await rest.activity.setRepoSubscription({ ...widgets, ignored: true });
    expect((await rest.repos.get(widgets)).data.subscribers_count).toBe(0);
    await rest.activity.deleteRepoSubscription(widgets);
    await expect(rest.activity.getRepoSubscription(widgets)).rejects.toMatchObject({ status: 404 });
  });

  test("requests reviewers, and a review ends the request", async ({ emulator }) => {
    const pull = { ...widgets, pull_number: 1 };
    const { rest } = octokitFor(emulator, "alice");
    const { data } = await rest.pulls.requestReviewers({
      ...pull,
      reviewers: ["carol"],
      team_reviewers: ["reviewers"],
    });
    expect(data.requested_reviewers).toMatchObject([{ login: "carol" }]);
    await rest.pulls.requestReviewers({ ...pull, reviewers: ["alice"] });
    await rest.pulls.createReview({ ...pull, event: "APPROVE" });
    expect((await rest.pulls.listReviews(pull)).data).toMatchObject([{ state: "APPROVED", user: { login: "alice" } }]);
    const remainingRequests = await rest.pulls.listRequestedReviewers(pull);
    expect(remainingRequests.data.users.map(({ login }) => login)).toEqual(["carol"]);
    await rest.pulls.removeRequestedReviewers({ ...pull, reviewers: ["carol"], team_reviewers: ["reviewers"] });
    expect((await rest.pulls.listRequestedReviewers(pull)).data).toEqual({ users: [], teams: [] });
    await expect(rest.pulls.requestReviewers({ ...pull, reviewers: ["mallory"] })).rejects.toMatchObject({
      status: 422,
    });
  });

  test("writes, reads and deletes a file", async ({ emulator }) => {
    const { rest } = octokitFor(emulator, "alice");
    const file = { ...widgets, path: "docs/hello world.md" };
    const content = (text: string) => Buffer.from(text).toString("base64");
    const created = await rest.repos.createOrUpdateFileContents({
      ...file,
      message: "Hello",
      content: content("hi\n"),
    });
    expect(created.status).toBe(201);
    const read = await rest.repos.getContent(file);
    expect(read.data).toMatchObject({
      type: "file",
      path: file.path,
      content: expect.stringContaining(content("hi\n")),
    });
    const sha = created.data.content?.sha ?? "";
    const update = { ...file, message: "Again", content: content("ho\n") };
    await expect(rest.repos.createOrUpdateFileContents(update)).rejects.toMatchObject({ status: 422 });
    expect((await rest.repos.createOrUpdateFileContents({ ...update, sha })).status).toBe(200);
    await expect(rest.repos.createOrUpdateFileContents({ ...update, sha })).rejects.toMatchObject({ status: 409 });
    const now = await rest.repos.getContent({ ...file, mediaType: { format: "raw" } });
    expect(now.data).toBe("ho\n");
    const folder = await rest.repos.getContent({ ...widgets, path: "docs" });
    const [entry] = Array.isArray(folder.data) ? folder.data : [];
    await rest.repos.deleteFile({ ...file, message: "Gone", sha: entry?.sha ?? "" });
    await expect(rest.repos.getContent(file)).rejects.toMatchObject({ status: 404 });
  });

  test("creates a webhook that is pinged, delivered and redelivered with the same GUID", async ({ emulator }) => {
    const receiver = await startReceiver("s3cret");
    emulator.control.allowHookHost(receiver.host);
    const octokit = octokitFor(emulator, "alice");
    const { rest } = octokit;
    const config = { url: receiver.url, content_type: "json", secret: "s3cret" };
    const { data: hook } = await rest.repos.createWebhook({ ...widgets, config, events: ["star"] });
    const named = { ...widgets, hook_id: hook.id };
    await rest.activity.starRepoForAuthenticatedUser(widgets);
    await emulator.control.settled();
    const { data: records } = await rest.repos.listWebhookDeliveries(named);
    expect(records.map(({ event }) => event)).toEqual(["star", "ping"]);
    // Octokit's ids lose digits above 2^53, so the exact id is read from the text.
    const text = await (
      await fetch(`${emulator.apiUrl}/repos/acme/widgets/hooks/${hook.id}/deliveries`, {
        headers: { authorization: `Bearer ${emulator.tokens["alice"]}` },
      })
    ).text();
    const id = /"id":(\d+)/.exec(text)?.[1];
    const redeliverRoute = `POST /repos/acme/widgets/hooks/${hook.id}/deliveries/${id}/attempts`;
    expect((await octokit.request(redeliverRoute)).status).toBe(202);
    await emulator.control.settled();
    const { data: after } = await rest.repos.listWebhookDeliveries(named);
    expect(after).toHaveLength(3);
    expect(after[0]).toMatchObject({ guid: records[0]?.guid, redelivery: true });
    await rest.repos.deleteWebhook(named);
    await expect(rest.repos.getWebhook(named)).rejects.toMatchObject({ status: 404 });
    await receiver.stop();
  });

  test("seals secrets with the service's key", async ({ emulator }) => {
    await sodium.ready;
    const { rest } = octokitFor(emulator, "alice");
    const { data: key } = await rest.actions.getRepoPublicKey(widgets);
    const sealed = sodium.crypto_box_seal("hush", sodium.from_base64(key.key, sodium.base64_variants.ORIGINAL));
    const encrypted_value = sodium.to_base64(sealed, sodium.base64_variants.ORIGINAL);
    const secret = { ...widgets, secret_name: "TOKEN" };
    const put = await rest.actions.createOrUpdateRepoSecret({ ...secret, encrypted_value, key_id: key.key_id });
    expect(put.status).toBe(201);
    expect((await rest.actions.listRepoSecrets(widgets)).data.secrets).toMatchObject([{ name: "TOKEN" }]);
    expect(emulator.control.secrets()).toContainEqual(expect.objectContaining({ name: "TOKEN", value: "hush" }));
    await rest.actions.deleteRepoSecret(secret);
    await expect(rest.actions.getRepoSecret(secret)).rejects.toMatchObject({ status: 404 });
  });

  test("iterates over all pages of variables", async ({ emulator }) => {
    const octokit = octokitFor(emulator, "alice");
    const names = Array.from({ length: 35 }, (_, index) => `NUMBER_${String(index).padStart(2, "0")}`);
    for (const name of names) await octokit.rest.actions.createRepoVariable({ ...widgets, name, value: name });
    const all = await octokit.paginate(octokit.rest.actions.listRepoVariables, { ...widgets, per_page: 30 });
    expect(all.map(({ name }) => name).toSorted()).toEqual(names);
    await octokit.rest.actions.updateRepoVariable({ ...widgets, name: "NUMBER_00", value: "zero" });
    expect((await octokit.rest.actions.getRepoVariable({ ...widgets, name: "NUMBER_00" })).data.value).toBe("zero");
  });

  test("shows or hides private resources depending on the token", async ({ emulator }) => {
    const gears = { owner: "acme", repo: "gears" };
    await expect(octokitFor(emulator, "mallory").rest.repos.get(gears)).rejects.toMatchObject({ status: 404 });
    expect((await octokitFor(emulator, "bob").rest.repos.get(gears)).data.private).toBe(true);
    const wrong = new Octokit({ baseUrl: emulator.apiUrl, auth: "ghp_wrong", ...NO_PAUSES });
    await expect(wrong.rest.repos.get(widgets)).rejects.toMatchObject({ status: 401 });
  });
});
