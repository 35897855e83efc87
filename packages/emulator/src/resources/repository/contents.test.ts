import { getCommit, getContents } from "@forgehand/core/operations";
import { afterAll, describe, expect, test as plain } from "vitest";
import { startEmulator } from "../../emulator.ts";
import { clientFor } from "../../requests.fixture.ts";
import { objectId } from "../../state/git-store.ts";
import { emulatorTest } from "../../vitest.ts";
import { decodeContent, fetchPath, SEED, SITE } from "./contents.fixture.ts";

const MEGABYTE = 1024 * 1024;

const site = SEED.repositories["acme/site"];
const files = {
  ...site.files,
  "limits/exactly-1-mb": { bytes: MEGABYTE },
  "limits/more-than-1-mb": { bytes: MEGABYTE + 1 },
};
const repositories = { ...SEED.repositories, "acme/site": { ...site, files } };
/** Shared by all tests, because none of them writes. */
const shared = await startEmulator({ seed: { ...SEED, repositories } });
afterAll(() => shared.stop());
const test = plain.extend({ emulator: shared });

describe("a file", () => {
  test("has its content and its URLs", async ({ emulator }) => {
    const { apiUrl, webUrl } = emulator;
    const file = await clientFor(emulator).call(getContents, { ...SITE, path: "docs/guide.md" });
    const sha = objectId("blob", Buffer.from("Read [this](https://example.com).\n"));
    const url = `${apiUrl}/repos/acme/site/contents/docs/guide.md?ref=main`;
    expect(file).toMatchObject({
      type: "file",
      encoding: "base64",
      size: 34,
      name: "guide.md",
      path: "docs/guide.md",
      sha,
      url,
      git_url: `${apiUrl}/repos/acme/site/git/blobs/${sha}`,
      html_url: `${webUrl}/acme/site/blob/main/docs/guide.md`,
      download_url: `${webUrl}/raw/acme/site/main/docs/guide.md`,
      _links: { self: url, git: `${apiUrl}/repos/acme/site/git/blobs/${sha}` },
    });
    expect(decodeContent(file)).toBe("Read [this](https://example.com).\n");
  });

  test("has its content in lines of 60 characters", async ({ emulator }) => {
    const response = await (await fetchPath(emulator, "site/contents/limits/exactly-1-mb")).json();
    expect(response).toMatchObject({ encoding: "base64", size: MEGABYTE });
    const lines = Reflect.get(Object(response), "content").split("\n");
    expect(new Set(lines.slice(0, -2).map((line: string) => line.length))).toEqual(new Set([60]));
    expect(lines.at(-1)).toBe("");
  });

  test("can be read by branch, tag and abbreviated commit ID", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const read = async (ref?: string) => {
      const file = await call(getContents, { ...SITE, path: "README.md", ...(ref === undefined ? {} : { ref }) });
      return decodeContent(file);
    };
    expect(await read()).toBe("# Site\n\nAll *of* it.\n");
    expect(await read("main")).toBe(await read());
    expect(await read("v1")).toBe(await read());
    for (const ref of ["refs/heads/main", "HEAD", ""]) expect(await read(ref)).toBe(await read());
    expect(await read("next")).toBe("# Next\n");
    expect(await read("v2")).toBe("# Next\n");
    expect(await read("release/1.0")).toBe("# Released\n");
    const { sha: commit } = await call(getCommit, { ...SITE, ref: "next" });
    expect(await read(commit)).toBe("# Next\n");
    expect(await read(commit.slice(0, 7))).toBe("# Next\n");
  });

  test("can have any name", async ({ emulator }) => {
    const file = await clientFor(emulator).call(getContents, { ...SITE, path: "odd/a b/ü#?%.txt" });
    expect(file).toMatchObject({ name: "ü#?%.txt", path: "odd/a b/ü#?%.txt" });
    const { url, download_url } = "url" in file ? file : {};
    expect(await (await fetch(String(url))).json()).toMatchObject({ path: "odd/a b/ü#?%.txt" });
    expect(await (await fetch(String(download_url))).text()).toBe("odd\n");
  });

  test("that is empty has empty content", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    expect(await call(getContents, { ...SITE, path: "empty" })).toMatchObject({ size: 0, content: "" });
    expect(await call(getContents, { ...SITE, path: "empty" }, { mediaType: "raw" })).toHaveLength(0);
  });
});

describe("a directory", () => {
  test("lists its entries by name", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const root = await call(getContents, { ...SITE, path: "" });
    expect(Array.isArray(root) && root.map(({ type, path, size }) => [type, path, size])).toEqual([
      ["dir", ".github", 0],
      ["file", ".gitmodules", expect.any(Number)],
      ["file", "README.md", 21],
      ["symlink", "absolute", 10],
      ["dir", "bin", 0],
      ["symlink", "dangling", 7],
      ["dir", "docs", 0],
      ["file", "empty", 0],
      ["dir", "limits", 0],
      ["symlink", "link", 13],
      ["symlink", "link-to-folder", 4],
      ["symlink", "link-to-link", 4],
      ["file", "logo.png", 12],
      ["dir", "odd", 0],
      ["symlink", "outside", 16],
      ["dir", "src", 0],
      ["dir", "vendor", 0],
    ]);
    const docs = await call(getContents, { ...SITE, path: "docs" });
    expect(docs).toMatchObject([
      { path: "docs/guide.md", download_url: expect.any(String) },
      { path: "docs/up", type: "symlink" },
    ]);
    expect(docs).not.toHaveProperty("0.content");
    expect(root).toMatchObject({
      0: { html_url: `${emulator.webUrl}/acme/site/tree/main/.github`, download_url: null },
    });
  });

  test("at the root is also listed with a slash at the end", async ({ emulator }) => {
    expect(await (await fetchPath(emulator, "site/contents/")).json()).toEqual(
      await (await fetchPath(emulator, "site/contents")).json(),
    );
  });

  test("is an object with entries in the object media type", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const docs = await call(getContents, { ...SITE, path: "docs" }, { mediaType: "object" });
    expect(docs).toMatchObject({ type: "dir", name: "docs", path: "docs", size: 0, download_url: null });
    expect(docs.entries?.map(({ name }) => name)).toEqual(["guide.md", "up"]);
    const root = await call(getContents, { ...SITE, path: "" }, { mediaType: "object" });
    expect(root).toMatchObject({ type: "dir", name: "", path: "" });
    expect(root.entries).toHaveLength(17);
  });

  test("is returned as JSON if raw or HTML is requested", async ({ emulator }) => {
    for (const accept of ["application/vnd.github.raw+json", "application/vnd.github.html+json"]) {
      const response = await fetchPath(emulator, "site/contents/docs", { accept });
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(await response.json()).toMatchObject([{ name: "guide.md" }, { name: "up" }]);
    }
  });
});

describe("a directory of more than 1,000 files", () => {
  const names = Array.from({ length: 1100 }, (_, index) => `many/${String(index).padStart(4, "0")}`);
  const test = emulatorTest({
    seed: {
      ...SEED,
      repositories: { "acme/site": { files: Object.fromEntries(names.map((name) => [name, name])) } },
    },
  });

  test("lists only the first 1,000", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const listed = await call(getContents, { ...SITE, path: "many" });
    expect(Array.isArray(listed) && listed.map(({ path }) => path)).toEqual(names.slice(0, 1000));
    const { entries } = await call(getContents, { ...SITE, path: "many" }, { mediaType: "object" });
    expect(entries).toHaveLength(1000);
    // A file that is not listed can still be read.
    expect(await call(getContents, { ...SITE, path: "many/1099" })).toMatchObject({ size: 9 });
  });
});

describe("media types", () => {
  test("raw returns the bytes", async ({ emulator }) => {
    const bytes = await clientFor(emulator).call(getContents, { ...SITE, path: "logo.png" }, { mediaType: "raw" });
    expect(Buffer.from(bytes).toString("base64")).toBe("iVBORw0KGgoAAAAN");
    const response = await fetchPath(emulator, "site/contents/logo.png", { accept: "application/vnd.github.v3.raw" });
    expect(response.headers.get("content-type")).toBe("application/vnd.github.raw; charset=utf-8");
  });

  test("html renders Markdown", async ({ emulator }) => {
    const html = await clientFor(emulator).call(getContents, { ...SITE, path: "README.md" }, { mediaType: "html" });
    expect(html).toContain('data-path="README.md"');
    expect(html).toContain("<h1>Site</h1>");
    expect(html).toContain("<em>of</em>");
  });

  test("html shows other text as it is", async ({ emulator }) => {
    const response = await fetchPath(emulator, "site/contents/odd/a%20b/%C3%BC%23%3F%25.txt", {
      accept: "application/vnd.github.html",
    });
    expect(response.headers.get("content-type")).toBe("application/vnd.github.html; charset=utf-8");
    expect(await response.text()).toContain("<pre>odd\n</pre>");
  });

  test("object returns a file like the default", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const object = await call(getContents, { ...SITE, path: "src/index.ts" }, { mediaType: "object" });
    expect(object).toEqual(await call(getContents, { ...SITE, path: "src/index.ts" }));
  });
});

describe("a symlink", () => {
  test("to a regular file returns that file", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const guide = await call(getContents, { ...SITE, path: "docs/guide.md" });
    expect(await call(getContents, { ...SITE, path: "link" })).toEqual(guide);
    expect(await call(getContents, { ...SITE, path: "docs/up" })).toMatchObject({ type: "file", path: "README.md" });
    const raw = await call(getContents, { ...SITE, path: "link" }, { mediaType: "raw" });
    expect(Buffer.from(raw).toString()).toBe("Read [this](https://example.com).\n");
    expect(await call(getContents, { ...SITE, path: "docs/up" }, { mediaType: "html" })).toContain("<h1>Site</h1>");
  });

  test.for([
    ["dangling", "nowhere"],
    ["outside", "../../etc/passwd"],
    ["absolute", "/README.md"],
    ["link-to-folder", "docs"],
    ["link-to-link", "link"],
  ])(
    "%s is returned as a symlink, because it points to no regular file",
    async ([path = "", target = ""], { emulator }) => {
      const { call } = clientFor(emulator);
      expect(await call(getContents, { ...SITE, path })).toMatchObject({
        type: "symlink",
        path,
        target,
        size: target.length,
        download_url: expect.any(String),
      });
      const raw = await call(getContents, { ...SITE, path }, { mediaType: "raw" });
      expect(Buffer.from(raw).toString()).toBe(target);
    },
  );
});

describe("a submodule", () => {
  test("links to a repository of the same host", async ({ emulator }) => {
    const { apiUrl, webUrl } = emulator;
    const sha = "12".repeat(20);
    expect(await clientFor(emulator).call(getContents, { ...SITE, path: "vendor/library" })).toMatchObject({
      type: "submodule",
      submodule_git_url: "../library",
      sha,
      size: 0,
      download_url: null,
      git_url: `${apiUrl}/repos/acme/library/git/trees/${sha}`,
      html_url: `${webUrl}/acme/library/tree/${sha}`,
      _links: { git: `${apiUrl}/repos/acme/library/git/trees/${sha}`, html: `${webUrl}/acme/library/tree/${sha}` },
    });
  });

  test("has no links if hosted elsewhere", async ({ emulator }) => {
    const other = await clientFor(emulator).call(getContents, { ...SITE, path: "vendor/other" });
    expect(other).toMatchObject({
      submodule_git_url: "https://example.com/other.git",
      git_url: null,
      html_url: null,
      download_url: null,
      _links: { git: null, html: null, self: expect.stringContaining("/contents/vendor/other") },
    });
    expect(
      await clientFor(emulator).call(getContents, { ...SITE, path: "vendor/other" }, { mediaType: "object" }),
    ).toEqual(other);
  });

  test("of a private repository has links only for users who can see it", async ({ emulator }) => {
    const input = { ...SITE, path: "vendor/hidden" };
    expect(await clientFor(emulator).call(getContents, input)).toMatchObject({ git_url: null, html_url: null });
    expect(await clientFor(emulator, "bob").call(getContents, input)).toMatchObject({
      html_url: `${emulator.webUrl}/acme/vault/tree/${"56".repeat(20)}`,
    });
  });

  test("is listed as such", async ({ emulator }) => {
    expect(await clientFor(emulator).call(getContents, { ...SITE, path: "vendor" })).toMatchObject([
      { name: "hidden", type: "submodule", size: 0, git_url: null },
      { name: "library", type: "submodule", size: 0, git_url: expect.stringContaining("/acme/library/") },
      { name: "other", type: "submodule", size: 0, git_url: null, download_url: null },
    ]);
  });
});

describe("a large file", () => {
  test("of up to 1 MB is returned in every media type", async ({ emulator }) => {
    for (const media of ["raw", "html", "object"]) {
      const accept = `application/vnd.github.${media}+json`;
      expect((await fetchPath(emulator, "site/contents/limits/exactly-1-mb", { accept })).status).toBe(200);
    }
  });

  test("of more than 1 MB is returned raw, or as an object without content", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const input = { ...SITE, path: "limits/more-than-1-mb" };
    expect(await call(getContents, input, { mediaType: "raw" })).toHaveLength(MEGABYTE + 1);
    expect(await call(getContents, input, { mediaType: "object" })).toMatchObject({
      type: "file",
      encoding: "none",
      content: "",
      size: MEGABYTE + 1,
    });
    const plain = call(getContents, input);
    await expect(plain).rejects.toMatchObject({ status: 403 });
    await expect(plain).rejects.toThrow('Files above 1 MB require the media type "raw"');
    await expect(call(getContents, input, { mediaType: "html" })).rejects.toMatchObject({ status: 403 });
    expect(await (await fetchPath(emulator, "site/contents/limits/more-than-1-mb")).json()).toMatchObject({
      errors: [{ resource: "Blob", field: "data", code: "too_large" }],
    });
    expect(await call(getContents, { ...SITE, path: "limits" })).toMatchObject([{}, { size: MEGABYTE + 1 }]);
  });
});

describe("a huge file", () => {
  const files = { "exactly-100-mb": { bytes: 100 * MEGABYTE }, "more-than-100-mb": { bytes: 100 * MEGABYTE + 1 } };
  const test = emulatorTest({ seed: { ...SEED, repositories: { "acme/site": { files } } } });

  test("of more than 100 MB is rejected", async ({ emulator }) => {
    for (const media of ["raw", "object", "html"]) {
      const accept = `application/vnd.github.${media}+json`;
      expect((await fetchPath(emulator, "site/contents/more-than-100-mb", { accept })).status).toBe(403);
    }
    expect(await (await fetchPath(emulator, "site/contents/more-than-100-mb")).json()).toMatchObject({
      message: expect.stringContaining("100 MB"),
      errors: [{ code: "too_large" }],
    });
    expect(
      await clientFor(emulator).call(getContents, { ...SITE, path: "exactly-100-mb" }, { mediaType: "object" }),
    ).toMatchObject({
      encoding: "none",
    });
    // The listing still has the file and its size.
    expect(await clientFor(emulator).call(getContents, { ...SITE, path: "" })).toMatchObject([
      { name: "exactly-100-mb", size: 100 * MEGABYTE },
      { name: "more-than-100-mb", size: 100 * MEGABYTE + 1 },
    ]);
  });
});

describe("a path that ends with a slash", () => {
  test.for(["docs/", "README.md/", "missing/", "odd/a%20b/", "/"])(
    "is redirected to the path without it: %s",
    async (path, { emulator }) => {
      const response = await fetchPath(emulator, `site/contents/${path}?ref=next`, { redirect: "manual" });
      expect(response.status).toBe(302);
      expect(await response.text()).toBe("");
      const expected = `/repositories/\\d+/contents/${path.slice(0, -1)}$`;
      expect(response.headers.get("location")).toMatch(new RegExp(`^${emulator.apiUrl}${expected}`));
    },
  );

  test("loses its query, so the default branch is returned", async ({ emulator }) => {
    const raw = { accept: "application/vnd.github.raw+json" };
    expect(await (await fetchPath(emulator, "site/contents/README.md?ref=next", raw)).text()).toBe("# Next\n");
    expect(await (await fetchPath(emulator, "site/contents/README.md/?ref=next", raw)).text()).toContain("# Site");
    const call = clientFor(emulator).call(getContents, { ...SITE, path: "README.md/", ref: "next" });
    await expect(call).rejects.toThrow("path must not start or end with a slash");
  });

  test("does not show whether a private repository exists", async ({ emulator }) => {
    for (const repository of ["vault", "unknown"])
      expect((await fetchPath(emulator, `${repository}/contents/docs/`, { redirect: "manual" })).status).toBe(404);
  });
});

describe("a missing path or ref", () => {
  test.for([
    ["nowhere", undefined, "Not Found"],
    ["docs/nowhere", undefined, "Not Found"],
    ["README.md/x", undefined, "Not Found"],
    [".git/config", undefined, "Not Found"],
    ["README.md", "nowhere", "No commit found for the ref nowhere"],
    ["README.md", "0000000", "No commit found for the ref 0000000"],
    ["vendor/library/README.md", undefined, "Not Found"],
  ] as const)("%s at %s returns 404", async ([path, ref, message], { emulator }) => {
    const call = clientFor(emulator).call(getContents, { ...SITE, path, ...(ref === undefined ? {} : { ref }) });
    await expect(call).rejects.toMatchObject({ status: 404 });
    const query = ref === undefined ? "" : `?ref=${ref}`;
    expect(await (await fetchPath(emulator, `site/contents/${path}${query}`)).json()).toMatchObject({ message });
  });

  test("of a repository without commits returns 404", async ({ emulator }) => {
    const response = await fetchPath(emulator, "blank/contents/");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: "This repository is empty." });
  });

  test("above the root returns 404", async ({ emulator }) => {
    for (const path of ["docs/%2e%2e/%2e%2e/vault", "%2e%2e%2fvault", "docs//guide.md", "docs%2f..%2fREADME.md"]) {
      expect((await fetchPath(emulator, `site/contents/${path}`)).status).toBe(404);
    }
  });
});

describe("reading contents", () => {
  test("of a public repository is open to everyone, of a private one to users with access", async ({ emulator }) => {
    const vault = { owner: "acme", repo: "vault", path: "plan.txt" };
    expect(await clientFor(emulator, "bob").call(getContents, vault)).toMatchObject({ name: "plan.txt" });
    expect(await clientFor(emulator, "fine-reader").call(getContents, vault)).toMatchObject({ name: "plan.txt" });
    expect(await clientFor(emulator, "installation").call(getContents, vault)).toMatchObject({ name: "plan.txt" });
    await expect(clientFor(emulator).call(getContents, vault)).rejects.toMatchObject({ status: 404 });
    await expect(clientFor(emulator, "mallory").call(getContents, vault)).rejects.toMatchObject({ status: 404 });
    await expect(clientFor(emulator, "job").call(getContents, vault)).rejects.toMatchObject({ status: 404 });
  });
});

describe("in the neutral dialect", () => {
  const test = emulatorTest({ seed: SEED, dialect: "svc" });

  test("media types have neutral names", async ({ emulator }) => {
    const { call } = clientFor(emulator, undefined, "svc");
    expect(await call(getContents, { ...SITE, path: "link" }, { mediaType: "html" })).toContain("example.com");
    const response = await fetchPath(emulator, "site/contents/README.md", { accept: "application/vnd.svc.raw+json" });
    expect(response.headers.get("content-type")).toBe("application/vnd.svc.raw; charset=utf-8");
    expect(await response.text()).toBe("# Site\n\nAll *of* it.\n");
    const other = await fetchPath(emulator, "site/contents/README.md", { accept: "application/vnd.github.raw+json" });
    expect(other.headers.get("content-type")).toContain("application/json");
  });
});
