import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { listRequestedReviewers } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { expect } from "vitest";
import { GADGETS_PULL, seedGadgets } from "../../extension/worker/reviewers/gadgets.fixture.ts";
import { createServiceClient } from "../service/service-client.ts";
import type { ExtensionTab } from "./session.ts";
import { test as base } from "./session.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A tab with a pull request, for tests of requesting reviews. */
export class ReviewTab {
  readonly tab: ExtensionTab;
  readonly #emulator: Emulator;

  constructor(tab: ExtensionTab, emulator: Emulator) {
    this.tab = tab;
    this.#emulator = emulator;
  }

  get page() {
    return this.tab.page;
  }

  get url() {
    return `${this.#emulator.webUrl}/acme/gadgets/pull/7`;
  }

  get group() {
    return this.page.getByRole("group", { name: "Review requests" });
  }

  get field() {
    return this.group.getByRole("combobox", { name: "Add reviewers" });
  }

  get options() {
    return this.group.getByRole("listbox", { name: "Suggested reviewers" }).getByRole("option");
  }

  /** The live region for screen readers. */
  get status() {
    return this.group.getByRole("status");
  }

  /** The undo button of the last action. */
  get undo() {
    return this.tab.button("Undo");
  }

  /**
   * Opens the pull request.
   * @param more seed to add to or replace parts of the repository's own
   */
  async open({ as = "alice", more = {} }: { readonly as?: string; readonly more?: object } = {}): Promise<void> {
    await seedGadgets(this.#emulator, more);
    await this.tab.signIn(as);
    await this.page.goto(this.url);
    await this.field.waitFor();
  }

  /** Waits until the current reviewers are known; before that, the field is read-only. */
  async waitUntilKnown(): Promise<void> {
    await expect.poll(() => this.field.isEditable()).toBe(true);
  }

  async openSuggestions(): Promise<void> {
    await this.waitUntilKnown();
    await this.field.click();
    await this.options.first().waitFor();
  }

  /** Texts in one of the group's lists: requested reviewers, reviewers who have reviewed, or picked reviewers. */
  chips(list: "Review requests" | "Reviewed by" | "Selected reviewers") {
    return this.group.getByRole("list", { name: list, exact: true }).getByRole("listitem").allInnerTexts();
  }

  /** Requested reviewers according to the service, teams last. */
  async requestedReviewers(): Promise<string[]> {
    const { users, teams } = await createServiceClient(this.#emulator).call(listRequestedReviewers, GADGETS_PULL);
    return [...users.map(({ login }) => login), ...teams.map(({ slug }) => slug)];
  }

  /** Bodies of the calls that requested reviews. */
  requestBodies() {
    const calls = this.#emulator.control.calls().filter(({ operation }) => operation === "requestReviewers");
    return calls.map(({ body }) => body);
  }

  /** Returns axe's violations in the group. */
  async axeViolations(): Promise<unknown> {
    await this.page.evaluate(AXE);
    return this.page.evaluate(
      `axe.run({ include: [["forgehand-overlay", "fieldset"]] }, { resultTypes: ["violations"] })
        .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`,
    );
  }
}

export const test = base.extend<{ reviews: ReviewTab }>({
  reviews: async ({ tab, emulator }, use) => use(new ReviewTab(tab, emulator)),
});
