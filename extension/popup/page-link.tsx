import { closePopup } from "./active-tab.ts";

/** A link that opens a page in a new tab and closes the popup. */
export function PageLink({ address, text }: { readonly address: string; readonly text: string }) {
  return (
    <a href={address} target="_blank" rel="noreferrer" onClick={() => void closePopup()}>
      {text}
    </a>
  );
}
