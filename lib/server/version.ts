export { PRODUCT, VERSION } from "../api/version.ts";
