import type { Enterprise } from "../state/enterprises.ts";
import type { World } from "../world.ts";
import { nodeId } from "./user.ts";

/** An enterprise inside other objects (public description). */
export function renderEnterprise({ webUrl }: World, enterprise: Enterprise) {
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
