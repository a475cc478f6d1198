import { HEALTH_PATH, healthBody } from "./findings.tsx";
import type { DashboardPage, DashboardServices } from "../page.ts";
import { page } from "../replies.ts";

/** The findings of `checkoutctl doctor`. The whole file is read only when asked for. */
export function healthPages({ doctor }: DashboardServices): DashboardPage[] {
  return [{
    id: "health",
    method: "GET",
    path: HEALTH_PATH,
    needs: "installation",
    isLong: true,
    async handle(call) {
      const hasCheckedFile = call.query.get("file") === "1";
      const findings = await doctor.examine({
        backups: undefined,
        checksFile: hasCheckedFile,
        noDatabase: "Start the dashboard again",
      });
      return page(call, healthBody({ findings, hasCheckedFile }));
    },
  }];
}
