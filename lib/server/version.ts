export { PRODUCT, VERSION } from "../wire/product.ts";
