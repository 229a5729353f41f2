export { PRODUCT, VERSION } from "../wire/version.ts";
