import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { listRequestedReviewers } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { expect } from "vitest";
import { GADGETS_PULL, seedGadgets } from "../../extension/worker/reviewers/gadgets.fixture.ts";
import { askService } from "../service/ask.ts";
import type { Tab } from "./session.ts";
import { test as base } from "./session.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A pull request in a tab, as somebody sees it who asks for reviews. */
export class ReviewTab {
  readonly tab: Tab;
  readonly #emulator: Emulator;

  constructor(tab: Tab, emulator: Emulator) {
    this.tab = tab;
    this.#emulator = emulator;
  }

  get page() {
    return this.tab.page;
  }

  get address() {
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

  /** What a screen reader is told. */
  get status() {
    return this.group.getByRole("status");
  }

  /** The undo of what was just done. */
  get undo() {
    return this.tab.button("Undo");
  }

  /** Opens it, with what the repository has beside, or in place of something. */
  async open({ as = "alice", more = {} }: { readonly as?: string; readonly more?: object } = {}): Promise<void> {
    await seedGadgets(this.#emulator, more);
    await this.tab.signIn(as);
    await this.page.goto(this.address);
    await this.field.waitFor();
  }

  /** Waits until it is known who is requested: before that nobody can be added, and the field takes nothing. */
  async known(): Promise<void> {
    await expect.poll(() => this.field.isEditable()).toBe(true);
  }

  /** Opens the suggestions. */
  async suggest(): Promise<void> {
    await this.known();
    await this.field.click();
    await this.options.first().waitFor();
  }

  /** The names in the lists of the group: who is asked, who has reviewed, who is to be asked. */
  chips(list: "Review requests" | "reviewed" | "To be asked") {
    return this.group.getByRole("list", { name: list, exact: true }).getByRole("listitem").allInnerTexts();
  }

  /** Whom the service itself has asked, teams last. */
  async requested(): Promise<string[]> {
    const { users, teams } = await askService(this.#emulator).call(listRequestedReviewers, GADGETS_PULL);
    return [...users.map(({ login }) => login), ...teams.map(({ slug }) => slug)];
  }

  /** The bodies of the calls that asked for reviews. */
  asked() {
    const calls = this.#emulator.control.calls().filter(({ operation }) => operation === "requestReviewers");
    return calls.map(({ body }) => body);
  }

  /** What axe finds wrong with the group. */
  async faults(): Promise<unknown> {
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
