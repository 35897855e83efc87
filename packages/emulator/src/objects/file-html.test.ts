import { describe, expect, test } from "vitest";
import { requestJson, sendRequest } from "../requests.fixture.ts";
import { test as emulatorTest } from "../vitest.ts";
import { renderFileHtml } from "./file-html.ts";

test("renders Markdown, including tables, for every Markdown extension", async () => {
  for (const path of ["README.md", "docs/x.markdown", "X.MD", "y.mkd"]) {
    const html = await renderFileHtml(path, "# Title\n\n| a | b |\n|---|---|\n| 1 | `2` |\n");
    expect(html).toContain("<h1>Title</h1>");
    expect(html).toContain("<td><code>2</code></td>");
  }
});

test("escapes files of other types", async () => {
  expect(await renderFileHtml("a.txt", "# \"no\" <title> & 'so'")).toBe(
    '<div id="file" class="plain" data-path="a.txt"><pre># &quot;no&quot; &lt;title&gt; &amp; &#39;so&#39;</pre></div>',
  );
});

test.for([
  "<script>alert(1)</script>",
  "text <img src=x onerror=alert(1)> text",
  "[link](javascript:alert(1))",
  "[link](JaVa&#x53;cript:alert(1))",
  "[link](java\tscript:alert(1))",
  "![image](javascript:alert(1))",
  "[link](data:text/html,<script>alert(1)</script>)",
  "<javascript:alert(1)>",
  "[link](vbscript:alert(1))",
  "[link](javascript&colon;alert(1))",
  "[link](javascript&#58;alert(1))",
  "![image](javascript&#x3a;alert(1))",
  "[link]\n\n[link]: javascript&#58;alert(1)",
  '[link](https://example.com "\\"><script>")',
])("does not execute scripts in a file: %s", async (markdown) => {
  const html = await renderFileHtml("README.md", markdown);
  expect(html).not.toMatch(/<script|<img src=x|(href|src)="\s*[a-z]*script(:|&)|(href|src)="data:/i);
});

test("keeps safe links", async () => {
  const links = [
    "https://example.com/a:b",
    "http://x",
    "docs/guide.md",
    "#part",
    "/a?b=c:d",
    "mailto:a@example.com",
    "../up",
  ];
  for (const link of links) expect(await renderFileHtml("a.md", `[x](${link})`)).toContain(`href="${link}"`);
});

test("escapes the path in the attribute", async () => {
  expect(await renderFileHtml('"><script>.txt', "")).not.toContain("<script>");
});

describe("Markdown whose HTML would be much larger", () => {
  const hostile = [
    ["references to a long URL", `[a]: http://x.example/${"y".repeat(20_000)}\n\n${"[a] ".repeat(20_000)}`],
    ["images with a long title", `[a]: x "${"y".repeat(20_000)}"\n\n${"![a] ".repeat(20_000)}`],
    ["a table of 64,000,000 cells", `|${"a|".repeat(8000)}\n|${"-|".repeat(8000)}\n${"|\n".repeat(8000)}`],
    ["nested quotes", `${`${"> ".repeat(250)}a\n\n`.repeat(1000)}`],
    ["a megabyte of emphasis", "*a* ".repeat(250_000)],
  ] as const;

  test.for(hostile)("is shown as text, without ending the process: %s", async ([name, markdown]) => {
    for (const _attempt of [1, 2]) {
      const html = await renderFileHtml("README.md", markdown);
      if (name !== "nested quotes") expect(html).toContain("<pre>");
      expect(html.length).toBeLessThan(6_000_000);
    }
    expect(await renderFileHtml("README.md", "*a*")).toContain("<em>a</em>");
  });
});

test("a text that can't be rendered is not rendered again", async () => {
  const markdown = "**b_".repeat(20_000);
  expect(await renderFileHtml("README.md", markdown)).toContain("<pre>**b_");
  const next = renderFileHtml("README.md", "**c_".repeat(20_000));
  let isNextRendered = false;
  void next.finally(() => {
    isNextRendered = true;
  });
  // Its result doesn't wait for the other text, which takes as long.
  expect(await renderFileHtml("README.md", markdown)).toContain("<pre>**b_");
  expect(isNextRendered).toBe(false);
  await next;
});

describe("Markdown that takes too long to render", () => {
  const hostile = [
    ["emphasis", "**a_".repeat(20_000)],
    ["quotes", ">".repeat(50_000)],
    ["lists", Array.from({ length: 2000 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n")],
  ] as const;

  test.for(hostile)("is shown as text: %s", async ([_, markdown]) => {
    const escaped = markdown.replaceAll(">", "&gt;");
    expect(await renderFileHtml("README.md", markdown)).toContain(`<pre>${escaped}</pre>`);
    // Later texts are rendered.
    expect(await renderFileHtml("README.md", "*a*")).toContain("<em>a</em>");
  });

  emulatorTest("delays no other call", async ({ emulator }) => {
    // Not a text whose result is already cached.
    const content = Buffer.from("**a_".repeat(20_001)).toString("base64");
    const path = "/repos/acme/widgets/contents/README.md";
    const { body } = await requestJson(emulator, `GET ${path}`);
    const update = { message: "Stress it", content, sha: Object(body).sha };
    expect((await requestJson(emulator, `PUT ${path}`, update)).status).toBe(200);
    const page = fetch(`${emulator.apiUrl}/repos/acme/widgets/contents/README.md`, {
      headers: { accept: "application/vnd.github.html+json" },
    }).then(async (response) => ({ status: response.status, text: await response.text() }));
    let isRendered = false;
    void page.finally(() => {
      isRendered = true;
    });
    let calls = 0;
    for (; !isRendered; calls++) expect((await sendRequest(emulator, "GET /repos/acme/widgets")).status).toBe(200);
    expect((await page).text).toContain("<pre>**a_");
    expect(calls).toBeGreaterThan(1);
  });
});
