import { ownTab } from "../../popup/active-tab.ts";
import { Popup } from "../../popup/popup.tsx";
import { renderExtensionPage } from "../../ui/render-extension-page.ts";

void ownTab().then((tab) => document.body.classList.toggle("in-tab", tab !== undefined));
void renderExtensionPage("name", () => <Popup />);
