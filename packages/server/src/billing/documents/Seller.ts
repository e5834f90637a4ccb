export { Seller } from "../../platform/settings/Seller.ts"
