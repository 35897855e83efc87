import { createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { sealSecret } from "@forgehand/core/sealed-box";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";

const widgets = { owner: "acme", repo: "widgets" };

// From a typed call to the service's state and back, with the vendor's names and the neutral ones.
for (const dialect of ["github", "svc"] as const) {
  describe(`contract, client and emulator in the dialect ${dialect}`, () => {
    const it = emulatorTest({ dialect });
    const clientOf = (emulator: { apiUrl: string; tokens: Readonly<Record<string, string>> }, token = "alice") =>
      createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens[token] ?? "", dialect });

    it("watches, ignores and stops watching a repository", async ({ emulator }) => {
      const { call } = clientOf(emulator);
      expect(await call(operations.getSubscription, widgets)).toBeNull();
      const watching = await call(operations.setSubscription, { ...widgets, subscribed: true });
      expect(watching).toMatchObject({ subscribed: true, ignored: false });
      expect((await call(operations.getRepository, widgets)).subscribers_count).toBe(1);
      await call(operations.setSubscription, { ...widgets, subscribed: true, ignored: true });
      expect(await call(operations.getSubscription, widgets)).toMatchObject({ subscribed: false, ignored: true });
      expect((await call(operations.getRepository, widgets)).subscribers_count).toBe(0);
      await call(operations.deleteSubscription, widgets);
      expect(await call(operations.getSubscription, widgets)).toBeNull();
    });

    it("stars and unstars a repository, idempotently", async ({ emulator }) => {
      const { call } = clientOf(emulator);
      expect(await call(operations.checkStar, widgets)).toBe(false);
      await call(operations.starRepository, widgets);
      await call(operations.starRepository, widgets);
      expect(await call(operations.checkStar, widgets)).toBe(true);
      expect((await call(operations.getRepository, widgets)).stargazers_count).toBe(1);
      await call(operations.unstarRepository, widgets);
      expect(await call(operations.checkStar, widgets)).toBe(false);
    });

    it("requests reviewers and withdraws the requests", async ({ emulator }) => {
      const { call } = clientOf(emulator);
      const pull = { ...widgets, pull_number: 1 };
      const pullRequest = await call(operations.requestReviewers, {
        ...pull,
        reviewers: ["carol"],
        team_reviewers: ["reviewers"],
      });
      expect(pullRequest.requested_reviewers?.map((user) => user.login)).toEqual(["carol"]);
      await call(operations.removeRequestedReviewers, { ...pull, reviewers: ["carol"] });
      const remainingRequests = await call(operations.listRequestedReviewers, pull);
      expect(remainingRequests.users).toEqual([]);
      expect(remainingRequests.teams.map((team) => team.slug)).toEqual(["reviewers"]);
    });

    it("replaces a secret's value and keeps its access", async ({ emulator }) => {
      const { call, items } = clientOf(emulator);
      const secret = { org: "acme", secret_name: "DEPLOY_KEY" };
      const { key, key_id } = await call(operations.getOrganizationUpdaterPublicKey, { org: "acme" });
      const selected = await Array.fromAsync(items(operations.listOrganizationUpdaterSecretRepositories, secret));
      expect(selected.map((repository) => repository.full_name)).toEqual(["acme/widgets"]);
      const done = await call(operations.putOrganizationUpdaterSecret, {
        ...secret,
        key_id,
        encrypted_value: sealSecret("näw välue", key),
        visibility: "selected",
        selected_repository_ids: selected.map((repository) => repository.id),
      });
      expect(done).toBe("updated");
      expect(emulator.control.secrets()).toMatchObject([
        { name: "DEPLOY_KEY", value: "näw välue", visibility: "selected", repositories: ["acme/widgets"] },
      ]);
    });

    it("sets subject templates", async ({ emulator }) => {
      const { call } = clientOf(emulator);
      const include_claim_keys = ["repo", "context", "job_workflow_ref"];
      await call(operations.setOrganizationSubjectTemplate, { org: "acme", include_claim_keys });
      const subjects = {
        use_immutable_subject: false,
        sub_claim_prefix: expect.stringMatching(/^repo:acme@\d+\/widgets@\d+$/),
      };
      expect(await call(operations.getRepositorySubjectTemplate, widgets)).toEqual({ use_default: true, ...subjects });
      await call(operations.setRepositorySubjectTemplate, { ...widgets, use_default: false });
      expect(await call(operations.getRepositorySubjectTemplate, widgets)).toEqual({
        use_default: false,
        include_claim_keys,
        ...subjects,
      });
    });

    it("stores variables and rejects the vendor's reserved prefix", async ({ emulator }) => {
      const { call, items } = clientOf(emulator);
      for (let n = 0; n < 35; n += 1) {
        await call(operations.createRepositoryVariable, { ...widgets, name: `V_${n}`, value: String(n) });
      }
      expect(await Array.fromAsync(items(operations.listRepositoryVariables, widgets))).toHaveLength(35);
      await call(operations.updateRepositoryVariable, { ...widgets, name: "v_3", new_name: "RENAMED", value: "x" });
      expect(await call(operations.getRepositoryVariable, { ...widgets, name: "renamed" })).toMatchObject({
        value: "x",
      });
      expect(await call(operations.getRepositoryVariable, { ...widgets, name: "V_3" })).toBeNull();
      const reserved = dialect === "svc" ? "SVC_X" : "GITHUB_X";
      const rejectedCall = call(operations.createRepositoryVariable, { ...widgets, name: reserved, value: "" });
      await expect(rejectedCall).rejects.toThrow(reserved.slice(0, -1));
    });
  });
}
