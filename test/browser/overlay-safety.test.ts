import { checkStar, getSubscription, listStarredRepositories, starRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { inIsolatedWorld } from "./isolated-world.ts";
import { test } from "./overlay.fixture.ts";

/** The user of a page and the account that it shows. */
const ALICE = { login: "alice", signedIn: null };

const REJECTED_REPLY = { ok: false, problem: { text: expect.stringContaining("unexpected message") } };
const PAGE_CHANGED_REPLY = { ok: false, problem: { text: expect.stringContaining("page has changed") } };

/** Removes the overlay whenever it returns, until it has been gone for 30 frames. Returns the number of removals. */
const KEEP_REMOVING_SCRIPT = `(async () => {
  let removals = 0;
  for (let quietFrames = 0; quietFrames < 30; quietFrames += 1) {
    for (const overlay of document.querySelectorAll("forgehand-overlay")) {
      overlay.remove();
      removals += 1;
      quietFrames = 0;
    }
    await new Promise(requestAnimationFrame);
  }
  return removals;
})()`;

const IS_STAR_VISIBLE = `forgehandParts.interaction.isVisibleToUser(
  document.querySelector("forgehand-overlay").shadowRoot.querySelector("button[aria-pressed]"), true)`;

describe("the page can't choose what is done", () => {
  test("a click acts on what the tab shows, even if the page changes its URL", async ({ emulator, tab, overlay }) => {
    const { call } = createServiceClient(emulator);
    await tab.openAsAlice();
    const before = tab.page.url();
    // From here on, the sender's URL that the browser reports stays the old one.
    await tab.page.evaluate(() => history.pushState({}, "", "/acme/gears"));
    await expect.poll(() => overlay.bar.innerText()).toContain("alice");
    const star = { control: "star", intent: { starred: true }, ...ALICE };
    expect(await overlay.sendFromContentScript("change", { page: before, ...star })).toMatchObject(PAGE_CHANGED_REPLY);
    expect(await overlay.sendFromContentScript("states", { page: before, control: "star" })).toMatchObject(
      PAGE_CHANGED_REPLY,
    );
    expect(await overlay.sendFromContentScript("change", { page: tab.page.url(), ...star })).toMatchObject({
      ok: true,
    });
    expect((await call(listStarredRepositories)).map(({ full_name }) => full_name)).toEqual(["acme/gears"]);
  });

  test("a message is rejected if its page URL only resembles the tab's", async ({ emulator, tab, overlay }) => {
    await tab.openAsAlice();
    const { webUrl } = emulator;
    const port = new URL(webUrl).port;
    const urls = [
      `${webUrl}/acme/gears`,
      `${webUrl}/Acme/Widgets`,
      `${webUrl}/acme/widgets/`,
      `${webUrl}/acme/widgets?`,
      `${webUrl}/acme/widgets#`,
      `${webUrl}/acme/widgets/../gears`,
      `${webUrl}//acme/widgets`,
      `http://127.0.0.1/acme/widgets`,
      `http://localhost:${port}/acme/widgets`,
      `http://127.1:${port}/acme/widgets`,
      `https://127.0.0.1:${port}/acme/widgets`,
      `https://xn--frge-5qa.example/acme/widgets`,
      `https://fоrge.example/acme/widgets`,
      "",
    ];
    for (const page of urls) {
      const star = { control: "star", intent: { starred: true }, ...ALICE };
      const reply = await overlay.sendFromContentScript("change", { page, ...star });
      expect(reply, page).toMatchObject(PAGE_CHANGED_REPLY);
    }
    expect(await createServiceClient(emulator).call(listStarredRepositories)).toEqual([]);
  });

  test("malformed messages are rejected: unknown fields, wrong types, overlong names, unexpected rows", async ({
    emulator,
    tab,
    overlay,
  }) => {
    await tab.openAsAlice();
    const page = tab.page.url();
    const star = { page, control: "star", intent: { starred: true }, ...ALICE };
    const row = { owner: "acme", repo: "gears" };
    const messages: [string, object][] = [
      ["change", { ...star, token: "x" }],
      ["change", { ...star, row: { ...row, host: "https://evil.example" } }],
      ["change", { ...star, row: { owner: "a".repeat(10_000), repo: "b" } }],
      ["change", { ...star, row: { owner: "..", repo: ".." } }],
      ["change", { ...star, row: { owner: "acme/widgets", repo: "x" } }],
      ["change", { ...star, row }],
      ["change", { ...star, signedIn: "x".repeat(10_000) }],
      ["change", { ...star, signedIn: undefined }],
      ["change", { ...star, login: undefined }],
      ["change", { ...star, login: null }],
      ["change", { ...star, control: "__proto__" }],
      ["change", { ...star, page: `${page}${"/".repeat(100_000)}` }],
      ["states", { page, control: "star", intent: {} }],
      ["load", { page, part: "background" }],
      ["load", { page, part: "../options" }],
      ["open", { what: "options" }],
      ["accounts", {}],
      ["save-account", {}],
      ["wipe", {}],
      ["toString", {}],
      ["", {}],
    ];
    for (const [type, message] of messages)
      expect(await overlay.sendFromContentScript(type, message), type).toMatchObject(REJECTED_REPLY);
    for (const raw of ["null", "[]", "1", '"act"', "{}", '{ type: ["act"] }']) {
      expect(await inIsolatedWorld(tab.page, `chrome.runtime.sendMessage(${raw})`), raw).toMatchObject(REJECTED_REPLY);
    }
    for (const intent of [null, {}, { starred: "true" }, { starred: true, count: 9 }, { watch: "watching" }]) {
      expect(await overlay.sendFromContentScript("change", { ...star, intent })).toMatchObject({ ok: false });
    }
    expect(await createServiceClient(emulator).call(listStarredRepositories)).toEqual([]);
  });

  test("a disabled control does nothing, and loads nothing", async ({ emulator, tab, overlay }) => {
    await tab.signIn("alice");
    await tab.openPullRequest();
    await tab.page.getByRole("group", { name: "Review requests" }).waitFor();
    const page = tab.page.url();
    const controls = { star: false, watch: true, "review-request": false, rows: false };
    await overlay.saveSettings({ controls });
    const disabledReply = { ok: false, problem: { text: expect.stringContaining("turned off") } };
    expect(await overlay.sendFromContentScript("load", { page, part: "reviewers" })).toMatchObject(disabledReply);
    expect(await overlay.sendFromContentScript("load", { page, part: "rows" })).toMatchObject(disabledReply);
    expect(await overlay.sendFromContentScript("candidates", { page })).toMatchObject(disabledReply);
    const intent = { add: [{ kind: "user", name: "bob" }] };
    const request = { page, control: "review-request", intent, ...ALICE };
    expect(await overlay.sendFromContentScript("change", request)).toMatchObject(disabledReply);
    await expect.poll(() => tab.page.getByRole("group", { name: "Review requests" }).count()).toBe(0);
    expect(emulator.control.calls().some(({ method }) => method === "POST")).toBe(false);
  });

  test("synthetic clicks, keys, focus and submits do nothing", async ({ emulator, tab, overlay }) => {
    await tab.openAsAlice();
    emulator.control.clearCalls();
    await tab.page.evaluate(() => {
      const root = document.querySelector("forgehand-overlay")?.shadowRoot;
      for (const button of root?.querySelectorAll("button") ?? []) {
        button.focus();
        for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
          button.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }));
        for (const key of ["Enter", " "])
          for (const type of ["keydown", "keyup"])
            button.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, composed: true }));
        button.click();
      }
      for (const code of ["KeyS", "KeyW"])
        document.dispatchEvent(new KeyboardEvent("keydown", { code, altKey: true, shiftKey: true, bubbles: true }));
    });
    expect(await tab.page.getByRole("menu").count()).toBe(0);
    // A real click follows, so that the synthetic events had time to take effect.
    await tab.button("Watch: not watching").click();
    await tab.page.getByRole("menuitemradio", { name: "Watching", exact: true }).click();
    await expect.poll(() => createServiceClient(emulator).call(getSubscription, WIDGETS)).not.toBeNull();
    expect(await createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(false);
    await tab.page.evaluate(() => {
      const root = document.querySelector("forgehand-overlay")?.shadowRoot;
      root?.querySelector<HTMLElement>(".toast button")?.click();
    });
    await tab.button("Undo").waitFor();
    expect(await overlay.all.count()).toBe(1);
  });

  test("an overlay that the page removes, moves or copies returns, and works", async ({ emulator, tab, overlay }) => {
    await tab.openAsAlice();
    await tab.page.evaluate(() => document.querySelector("forgehand-overlay")?.remove());
    await tab.star(false).waitFor();
    await tab.page.evaluate(() => {
      const overlay = document.querySelector("forgehand-overlay");
      if (overlay) document.body.append(overlay, overlay.cloneNode(true));
    });
    await tab.star(false).click();
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
    // The overlay gives up if the page keeps removing it.
    const removals = await tab.page.evaluate(KEEP_REMOVING_SCRIPT);
    expect(removals).toBeLessThan(20);
    expect(await overlay.all.count()).toBe(0);
    await tab.page.evaluate(() => history.pushState({}, "", "/acme/gears"));
    await tab.star(false).waitFor();
    expect(await overlay.all.count()).toBe(1);
  });

  test("a page's element with the overlay's name, its styles and its security policy don't break the overlay", async ({
    emulator,
    tab,
    overlay,
  }) => {
    await tab.signIn("alice");
    await tab.page.route("**/acme/widgets", async (route) => {
      const reply = await route.fetch();
      const body = (await reply.text()).replace(
        "<head>",
        `<head><style>
          html > * { display: block } button { display: none !important } * { font-size: 40px !important }
          header { position: relative; z-index: 2147483647 }
        </style><form id="forgehandAway"></form><textarea id="forgehandParts"></textarea><script nonce="own">
          window.upgraded = 0;
          customElements.define("forgehand-overlay", class extends HTMLElement {
            static disabledFeatures = ["shadow"];
            constructor() { super(); window.upgraded += 1; this.attachShadow({ mode: "closed" }); }
            connectedCallback() { this.remove(); }
          });
        </script>`,
      );
      const headers = {
        ...reply.headers(),
        "content-security-policy": "default-src 'none'; script-src 'nonce-own'; require-trusted-types-for 'script'",
      };
      await route.fulfill({ response: reply, body, headers });
    });
    await tab.openRepository();
    await tab.star(false).click();
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
    await expect.poll(() => tab.star(true).evaluate((button) => getComputedStyle(button).fontSize)).toBe("13px");
    expect(await overlay.all.count()).toBe(1);
  });

  test("a frame within the page gets no overlay", async ({ emulator, tab, overlay }) => {
    await tab.openAsAlice();
    await tab.page.route("**/acme/gears", async (route) => {
      const { "x-frame-options": _, "content-security-policy": __, ...headers } = (await route.fetch()).headers();
      await route.fulfill({ response: await route.fetch(), headers });
    });
    await tab.page.evaluate(() => {
      const frame = document.createElement("iframe");
      frame.src = "/acme/gears";
      document.body.append(frame);
    });
    const frame = tab.page.frameLocator("iframe");
    await frame.locator("body").waitFor();
    await tab.star(false).click();
    await tab.star(true).waitFor();
    expect(await frame.locator("forgehand-overlay").count()).toBe(0);
    expect(await overlay.all.count()).toBe(1);
    // The control shows the new state before the service has it.
    const service = createServiceClient(emulator);
    const starredNames = async () => (await service.call(listStarredRepositories)).map(({ full_name }) => full_name);
    await expect.poll(starredNames).toEqual(["acme/widgets"]);
  });

  test("rejects the messages of a frame within the page", async ({ emulator, tab, overlay }) => {
    await tab.openAsAlice();
    await tab.page.evaluate(() => document.body.append(document.createElement("iframe")));
    const page = tab.page.url();
    const message = {
      type: "change",
      page,
      control: "watch",
      intent: { watch: "watching" },
      ...ALICE,
    };
    const repliesByFrame = await overlay.withExtensionPage((own) =>
      own.evaluate(`(async () => {
        const [tab] = (await chrome.tabs.query({})).filter(({ url }) => url === ${JSON.stringify(page)});
        const results = await chrome.scripting.executeScript({
          target: { tabId: tab.id, allFrames: true },
          // As text, because the browser drops null from arguments.
          func: (text) => chrome.runtime.sendMessage(JSON.parse(text)),
          args: [${JSON.stringify(JSON.stringify(message))}],
        });
        return results.map(({ frameId, result }) => [frameId === 0, result.ok]);
      })()`),
    );
    expect(repliesByFrame).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(await createServiceClient(emulator).call(getSubscription, WIDGETS)).toMatchObject({ subscribed: true });
  });

  test("pushes 60 addresses, which costs at most ten calls, and the overlay shows the last one", async ({
    emulator,
    tab,
  }) => {
    await createServiceClient(emulator).call(starRepository, { owner: "acme", repo: "gears" });
    await tab.openAsAlice();
    emulator.control.clearCalls();
    await tab.page.evaluate(async () => {
      for (let index = 1; index <= 60; index += 1) {
        history.pushState({}, "", index === 60 ? "/acme/gears" : `/acme/flood${index}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    await tab.star(true).waitFor();
    await tab.button("Watch: not watching").waitFor();
    const readsOfLast = () => emulator.control.calls().filter(({ path }) => path === "/api/v3/repos/acme/gears");
    await expect.poll(readsOfLast).toHaveLength(1);
    expect(emulator.control.calls().length).toBeLessThanOrEqual(10);
    // Once the tab stays on a page, a reload is as fast as any other.
    emulator.control.clearCalls();
    await tab.page.reload();
    await tab.star(true).waitFor();
    await tab.button("Watch: not watching").waitFor();
    // The controls may show the cached states before the calls are sent.
    const operations = () => emulator.control.calls().map(({ operation }) => operation);
    await expect.poll(() => operations().sort()).toEqual(["checkStar", "getRepository", "getSubscription"]);
  });

  test.for([
    [
      "transparent",
      (host: HTMLElement) => {
        host.style.opacity = "0.01";
      },
    ],
    [
      "covered by something that lets clicks through",
      () => {
        const cover = document.createElement("div");
        cover.style.cssText = "position: fixed; inset: 0; z-index: 9; background: white; pointer-events: none";
        document.body.append(cover);
      },
    ],
  ] as const)(
    "a click on a control that is %s waits for a confirmation in the popup",
    async ([, hide], { browser, emulator, tab }) => {
      await tab.openAsAlice();
      await tab.page.locator("forgehand-overlay").evaluate(hide);
      // The browser reports a cover after a while.
      await expect.poll(() => inIsolatedWorld(tab.page, IS_STAR_VISIBLE)).toBe(false);
      emulator.control.clearCalls();
      await tab.star(false).click();
      await tab.alert("Star").filter({ hasText: "Confirm in Forgehand's popup" }).waitFor();
      const popup = await browser.context.newPage();
      await popup.goto(browser.optionsUrl.replace("options.html", "popup.html"));
      const held = popup.getByRole("region", { name: "Waiting for your confirmation" });
      await held.getByText("as alice on").waitFor();
      const confirm = held.getByRole("button", { name: "Confirm: Star acme/widgets" });
      await expect.poll(() => confirm.getAttribute("aria-disabled")).toBe("false");
      const writes = () => emulator.control.calls().filter(({ method }) => method !== "GET");
      expect(writes()).toEqual([]);
      await confirm.click();
      await held.getByText("Done: Star acme/widgets").waitFor();
      expect(writes()).toMatchObject([{ operation: "starRepository" }]);
      await tab.star(true).waitFor();
      await expect.poll(() => tab.alert("Star").count()).toBe(0);
    },
  );
});
