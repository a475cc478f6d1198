import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { storeContract } from "./contract.ts";

storeContract("sqlite in memory", () => openSqliteStore(":memory:"));
