import type { Locale } from "../platform/i18n/Locale.ts"
import { html } from "../platform/pages/html.ts"
import type { Catalogue } from "../platform/pages/Locales.ts"
import { page } from "../platform/pages/Page.ts"

const texts: Catalogue<{ readonly title: string; readonly runs: string; readonly mend: string }> = {
  en: {
    title: "The console could not be built",
    runs: "The rest of the service runs; its API is described at",
    mend: "When the fault is mended, start the service again, or run"
  },
  de: {
    title: "Die Konsole konnte nicht gebaut werden",
    runs: "Der übrige Dienst läuft; seine API ist beschrieben unter",
    mend: "Wenn der Fehler behoben ist, starten Sie den Dienst neu, oder führen Sie aus:"
  }
}

/** In the place of the console: why it is not there. */
export const notBuiltPage = (locale: Locale, reason: string) => {
  const { mend, runs, title } = texts[locale]
  return page({
    locale,
    brand: { name: "Robot Fleet Cloud", logo: null, theme: null },
    icon: "warning",
    title,
    lead: html`${runs} <a href="/docs">/docs</a>. ${mend} <code>npm run build</code>`,
    wide: true,
    status: 503,
    body: html`${reason.split("\n").map((line) => line.trim() !== "" && html`<p class="quiet">${line}</p>`)}`
  })
}
