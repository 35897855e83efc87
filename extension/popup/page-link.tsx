import { leave } from "./tab-in-front.ts";

/** A link that opens a page in a tab of its own, and puts the popup away. */
export function PageLink({ address, text }: { readonly address: string; readonly text: string }) {
  return (
    <a href={address} target="_blank" rel="noreferrer" onClick={() => void leave()}>
      {text}
    </a>
  );
}
