import { expect, test } from "vitest";
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
