import { feature } from "../../platform/features/feature.ts"
import { InvoiceDocuments } from "./InvoiceDocuments.ts"
import { InvoiceDocumentStore } from "./InvoiceDocumentStore.ts"

/** The documents of invoices and credit notes. */
export const billingDocuments = feature({
  stores: InvoiceDocumentStore.layer,
  services: InvoiceDocuments.layer
})
