import type { PersonSubject } from "../../domain/caller.ts";
import type { PasskeyPlace } from "../../domain/people/passkey.ts";
import type { Person } from "../../domain/people/person.ts";
import type { Permission, Role } from "../../domain/people/role.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { PictureMaker } from "../../domain/shop/picture.ts";
import type { Merchant, MerchantHead } from "../../domain/shop/merchant.ts";
import type { ChannelForms } from "../../service/channels/channel_forms.ts";
import type { Channels } from "../../service/channels/channels.ts";
import type { Doctor } from "../../service/health/doctor.ts";
import type { OperatorServices } from "../../service/services.ts";
import type { PageAddress } from "../../service/page_address.ts";
import type { Emails } from "../../service/people/emails.ts";
import type { Factors } from "../../service/people/factors.ts";
import type { KnownBrowsers } from "../../service/people/known_browsers.ts";
import type { LinkMails } from "../../service/people/link_mails.ts";
import type { OwnAccount } from "../../service/people/own_account.ts";
import type { PasskeySignIns } from "../../service/people/passkey_sign_ins.ts";
import type { Passkeys } from "../../service/people/passkeys.ts";
import type { SignIns } from "../../service/people/sign_ins.ts";
import type { Deliveries } from "../../service/webhooks/deliveries.ts";
import type { Webhooks } from "../../service/webhooks/webhooks.ts";
import type { DashboardFrame } from "./frame.tsx";
import type { FileReply } from "../reply.ts";

/** Services of the dashboard's pages. */
export interface DashboardServices extends OperatorServices {
  readonly signIns: SignIns;
  readonly browsers: KnownBrowsers;
  readonly account: OwnAccount;
  readonly emails: Emails;
  readonly linkMails: LinkMails;
  readonly factors: Factors;
  readonly passkeys: Passkeys;
  readonly passkeySignIns: PasskeySignIns;
  readonly webhooks: Webhooks;
  readonly channels: Channels;
  readonly channelForms: ChannelForms;
  readonly deliveries: Deliveries;
  readonly doctor: Pick<Doctor, "examine" | "alarms" | "hasBackup">;
  /** Of the checkout pages; undefined where the dashboard is not told. */
  readonly pages: Pick<PageAddress, "url">;
  readonly makePicture: PictureMaker;
}

/** A request for a page of the dashboard. */
export interface DashboardCall {
  /** Path as sent; the action of the form that was posted. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Resolves after a number of milliseconds. */
  wait(ms: number): Promise<void>;
  /** For `dashboardPage()`. */
  readonly frame: DashboardFrame;
  /** A parameter of the path, decoded; empty if malformed. */
  param(name: string): string;
  /** A header of the request; null if absent. */
  header(name: string): string | null;
  /**
   * The fields of the form, read on the first call; a file's field has its text.
   *
   * @throws {AppError} the errors of `readUpload()`
   */
  form(): Promise<URLSearchParams>;
}

/** A request for a page that needs no sign-in. */
export interface OpenCall extends DashboardCall {
  readonly operation: DashboardPage;
  /** The shop in the path, exactly as sent; empty for none. */
  readonly shopId: string;
  /** Public origin of the dashboard, for links. */
  readonly origin: string;
  /** Where the browser is, for passkeys; undefined at an address instead of a name. */
  readonly passkeyPlace: PasskeyPlace | undefined;
  /** The client's address, for limits. */
  readonly address: string;
  /** Start of the request in monotonic milliseconds, for limits. */
  readonly startedMs: number;
  /** Waits for work whose time does not count for the database: passwords take long on purpose. */
  apart<T>(work: Promise<T>): Promise<T>;
  /** The person, if signed in. */
  signedIn(): Promise<Person | null>;
  /** The value of the browser's cookie. */
  readonly cookie: string | undefined;
  /** The token of a browser that may be known; undefined for none. */
  readonly knownBrowser: string | undefined;
  /** The header that sets the cookie; null ends it. */
  cookieHeader(token: string | null): Readonly<Record<string, string>>;
}

/** A request of a signed-in person. */
export interface PersonCall extends OpenCall {
  readonly person: Person;
  /** For the audit log of what the person changes. */
  readonly by: PersonSubject;
  /** The shops in which the person has a role. */
  readonly shops: readonly MerchantHead[];
}

/** A request for a page of a shop in which the person has the permission that the page needs. */
export interface ShopCall extends PersonCall {
  readonly shop: Merchant;
  readonly role: Role;
  /** True if the person has a permission in this shop: show no button that would be refused. */
  may(permission: Permission): boolean;
}

interface PageBase {
  /** Its name in the log: `people.add`. */
  readonly id: string;
  readonly method: "GET" | "POST";
  /** `/shops/{shop}/people`. */
  readonly path: string;
  /** Longest form of a page that takes files (default: 16 KiB). */
  readonly formLimitBytes?: number | undefined;
  /** True for files that are no text: their fields have them in base64 (default: false). */
  readonly hasBinaryFile?: boolean;
  /**
   * True for a file with personal data: it asks for the password again and is an audit entry
   * (default: false).
   */
  readonly isExportOfPersons?: boolean;
  /**
   * True for a form that asks for the password again, whatever it needs (default: false);
   * `with-factor` for one that has the password, and asks only for a factor.
   */
  readonly asksAgain?: boolean | "with-factor";
  /**
   * True for a page that is sent compressed: it has no secret, and no word of its address or of a
   * shopper beside which a length would tell of one (default: false).
   */
  readonly isCompressed?: boolean;
  /** Fields whose text no page may have: where a form asks for the password, they are lost. */
  readonly secretFields?: readonly string[];
  /**
   * True for what takes longer than a request may wait for the database: it does much, or waits for
   * others (default: false).
   */
  readonly isLong?: boolean;
}

/** A page for everyone. */
export interface OpenPage extends PageBase {
  readonly needs: "open";
  handle(call: OpenCall): MaybePromise<FileReply>;
}

/** A page for a signed-in person; `installation` for one who owns every shop. */
export interface PersonPage extends PageBase {
  readonly needs: "signed-in" | "installation";
  readonly asksIf?: undefined;
  handle(call: PersonCall): MaybePromise<FileReply>;
}

/** Says of a form as it was sent if it asks again. */
export type AsksIf = (call: ShopCall, form: URLSearchParams) => MaybePromise<boolean>;

/** A page of a shop. */
export interface ShopPage extends PageBase {
  readonly needs: Permission;
  readonly path: `/shops/{shop}/${string}`;
  /** True for a form that gives money, by its fields: it asks again then, and else does not. */
  readonly asksIf?: AsksIf | undefined;
  handle(call: ShopCall): MaybePromise<FileReply>;
}

/**
 * A page, or what a form of one does. The frame has checked before `handle()`: the host, the origin
 * of a POST, the cookie, the shop, and the permission.
 */
export type DashboardPage = OpenPage | PersonPage | ShopPage;
