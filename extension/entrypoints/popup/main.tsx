import { Popup } from "../../popup/popup.tsx";
import { ownTab } from "../../popup/tab-in-front.ts";
import { drawOwnPage } from "../../ui/own-page.ts";

void ownTab().then((tab) => document.body.classList.toggle("in-tab", tab !== undefined));
void drawOwnPage("name", () => <Popup />);
