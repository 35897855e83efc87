import type { SourceFile } from "./source-files.ts";

const DOCSTRING = /\/\*\*([\s\S]*?)\*\//g;
const QUESTION = /^(What|Who|Whose|Whom|How|Where|Which|Why|When)\b/;
const MAX_SHOWN = 80;

/** Lists the docstrings that start like a question instead of with a verb or the thing itself. */
export function questionDocstrings({ path, text }: SourceFile): string[] {
  return [...text.matchAll(DOCSTRING)].flatMap(([, comment = ""]) => {
    const prose = comment.replace(/^\s*\*? ?/gm, " ").trim();
    return QUESTION.test(prose) ? [`${path}: ${prose.slice(0, MAX_SHOWN)}`] : [];
  });
}
