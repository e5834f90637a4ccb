import type { Locale } from "../../../platform/i18n/Locale.ts"
import { html } from "../../../platform/pages/html.ts"
import { type Catalogue, localeOf } from "../../../platform/pages/Locales.ts"
import { page } from "../../../platform/pages/Page.ts"
import { startButton } from "../../../platform/pages/startButton.ts"
import type { OAuthRefused } from "./OAuthRefused.ts"

const texts: Catalogue<{ readonly title: string; readonly why: string; readonly reason: string }> = {
  en: {
    title: "This request cannot be answered",
    why: "A program asked for access and did not say in a way that can be checked who it is, or where the answer goes. Nothing was given to it. Begin again in that program.",
    reason: "What was wrong:"
  },
  de: {
    title: "Diese Anfrage kann nicht beantwortet werden",
    why: "Ein Programm hat um Zugriff gebeten und nicht prüfbar gesagt, wer es ist oder wohin die Antwort geht. Es hat nichts erhalten. Beginnen Sie in diesem Programm noch einmal.",
    reason: "Was falsch war:"
  }
}

/** The page of a client that cannot be sent an answer. */
export const refusedPage = (request: Parameters<typeof localeOf>[0], { description }: OAuthRefused) => {
  const locale: Locale = localeOf(request)
  const { reason, title, why } = texts[locale]
  return page({
    locale,
    brand: { name: "Robot Fleet Cloud", logo: null, theme: null },
    icon: "barred",
    title,
    lead: why,
    status: 400,
    refused: true,
    body: html`<p class="quiet">${reason} ${description}</p>
      ${startButton(locale)}`
  })
}
