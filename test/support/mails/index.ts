import { mailsIn, type Mail } from './clients';
import { languages } from './languages';
import { specialMails } from './special';

export type { Mail } from './clients';

/** Mails of many programs and languages, made after what these programs send, and such as are easily misread. */
export const mails: Mail[] = [...languages.flatMap(mailsIn), ...specialMails];
