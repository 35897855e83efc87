import { ListsPage } from "../../lists-page/lists-page.tsx";
import { drawOwnPage } from "../../ui/own-page.ts";

void drawOwnPage("name", () => <ListsPage />);
