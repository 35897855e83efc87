import { expect, test } from "vitest";
import { fileHtml } from "./file-html.ts";

test("Markdown is rendered, tables too, whatever its name ends in.", async () => {
  for (const path of ["README.md", "docs/x.markdown", "X.MD", "y.mkd"]) {
    const html = await fileHtml(path, "# Title\n\n| a | b |\n|---|---|\n| 1 | `2` |\n");
    expect(html).toContain("<h1>Title</h1>");
    expect(html).toContain("<td><code>2</code></td>");
  }
});

test("Other text is shown as it is.", async () => {
  expect(await fileHtml("a.txt", "# \"no\" <title> & 'so'")).toBe(
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
])("What a file brings along is not run: %s", async (markdown) => {
  const html = await fileHtml("README.md", markdown);
  expect(html).not.toMatch(/<script|<img src=x|(href|src)="\s*[a-z]*script(:|&)|(href|src)="data:/i);
});

test("Links of the usual kinds stay.", async () => {
  const links = [
    "https://example.com/a:b",
    "http://x",
    "docs/guide.md",
    "#part",
    "/a?b=c:d",
    "mailto:a@example.com",
    "../up",
  ];
  for (const link of links) expect(await fileHtml("a.md", `[x](${link})`)).toContain(`href="${link}"`);
});

test("A path can't leave its attribute.", async () => {
  expect(await fileHtml('"><script>.txt', "")).not.toContain("<script>");
});
