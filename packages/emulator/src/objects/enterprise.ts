import type { EmulatorContext } from "../emulator-context.ts";
import type { Enterprise } from "../state/enterprises.ts";
import { nodeId } from "./user.ts";

/** Renders an enterprise inside other objects. */
export function renderEnterprise({ webUrl }: EmulatorContext, enterprise: Enterprise) {
  return {
    id: enterprise.id,
    slug: enterprise.slug,
    name: enterprise.name,
    node_id: nodeId("Enterprise", enterprise.id),
    description: enterprise.description,
    website_url: enterprise.website_url,
    html_url: `${webUrl}/enterprises/${enterprise.slug}`,
    avatar_url: `${webUrl}/avatars/${enterprise.slug}.svg`,
    created_at: enterprise.created_at,
    updated_at: enterprise.updated_at,
  };
}
