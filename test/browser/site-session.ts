import type { Page } from "playwright-core";

/** Signs in on the emulator's login page, in any markup. */
export async function signInOnSite(page: Page, webUrl: string, login: string): Promise<void> {
  await page.goto(`${webUrl}/login`);
  await page.getByRole("button", { name: new RegExp(`^${login}\\b`) }).click();
  await page.locator(`meta[name=user-login][content="${login}"]`).waitFor({ state: "attached" });
}

/** Signs out with the button in the user's menu. */
export async function signOutOnSite(page: Page): Promise<void> {
  await page.locator('[aria-label="Open user navigation menu"], [aria-label="View profile and more"]').click();
  await page.getByRole("button", { name: "Sign out" }).click();
}
