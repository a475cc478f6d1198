import { roleIn } from "../../../domain/people/role.ts";
import { sectionPath } from "../links.ts";
import { shopsBody } from "./list.tsx";
import type { DashboardPage } from "../page.ts";
import { page, seeOther } from "../replies.ts";

/** The first page: the shops of a person, or the only one. */
export function startPage(): DashboardPage {
  return {
    id: "start",
    method: "GET",
    path: "/",
    needs: "signed-in",
    handle(call) {
      const { person, shops } = call;
      const [only, ...others] = shops;
      if (only !== undefined && others.length === 0) {
        return seeOther(sectionPath(only.id, "overview"));
      }
      const rows = shops.map(({ id, name, domains }) => ({
        id,
        name,
        domain: domains[0] ?? "",
        role: roleIn(person, id) ?? "viewer",
      }));
      return page(call, shopsBody(rows));
    },
  };
}
