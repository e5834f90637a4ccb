import { type Catalogue, localeOf } from "../../../platform/pages/Locales.ts"
import { page } from "../../../platform/pages/Page.ts"
import { startButton } from "../../../platform/pages/startButton.ts"

const texts: Catalogue<{ readonly title: string; readonly body: string }> = {
  en: {
    title: "This sign-in is over",
    body: "It was finished already, or took longer than ten minutes. Go back to the app and sign in once more."
  },
  de: {
    title: "Diese Anmeldung ist vorbei",
    body: "Sie wurde schon abgeschlossen oder hat länger als zehn Minuten gedauert. Melden Sie sich in der App noch einmal an."
  }
}

/** What a browser is shown that comes back from a provider without a sign-in under way. */
export const unknownStatePage = (request: Parameters<typeof localeOf>[0]) => {
  const locale = localeOf(request)
  const { body, title } = texts[locale]
  return page({
    locale,
    brand: { name: "Robot Fleet Cloud", logo: null, theme: null },
    icon: "clock",
    title,
    lead: body,
    status: 400,
    refused: true,
    body: startButton(locale)
  })
}
