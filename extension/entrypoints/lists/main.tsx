import { ListsPage } from "../../lists-page/lists-page.tsx";
import { renderExtensionPage } from "../../ui/render-extension-page.ts";

void renderExtensionPage("name", () => <ListsPage />);
