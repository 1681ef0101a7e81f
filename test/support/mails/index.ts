import { mailsIn, type Language, type Mail } from './clients';
import languages from './languages.json';
import specialMails from './special.json';

export type { Mail } from './clients';

/** Mails of many programs and languages, modelled on real ones, and mails that are easily misread. */
export const mails: Mail[] = [...(languages as Language[]).flatMap(mailsIn), ...specialMails];
