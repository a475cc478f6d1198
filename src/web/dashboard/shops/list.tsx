import type { Role } from "../../../domain/people/role.ts";
import type { DashboardBody } from "../frame.tsx";
import { sectionPath } from "../links.ts";
import { Badge, PageHead } from "../parts/panel.tsx";
import { roleText } from "../forms/role_field.ts";
import { ListTable } from "../parts/table.tsx";

/** A shop of a person. */
export interface ListedShop {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly role: Role;
}

/** The shops of a person with access to several. */
export function shopsBody(shops: readonly ListedShop[]): DashboardBody {
  return {
    title: "Shops",
    children: (
      <>
        <PageHead title="Shops" />
        <ListTable
          caption="Shops"
          rows={shops}
          empty="You have no role in any shop: ask an owner or the operator for one."
          columns={[
            {
              title: "Shop",
              kind: "main",
              cell: ({ id, name }) => <a href={sectionPath(id, "overview")}>{name}</a>,
            },
            { title: "Domain", cell: ({ domain }) => <bdi>{domain}</bdi> },
            { title: "Your role", cell: ({ role }) => <Badge>{roleText(role)}</Badge> },
          ]}
        />
      </>
    ),
  };
}
