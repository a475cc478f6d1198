import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import { storeContract } from "./contract.ts";

storeContract("sqlite in memory", () => openSqliteStore(":memory:"));
