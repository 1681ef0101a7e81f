/** Words that the seed is made of. */
export const firstNames = [
	'Alice',
	'Bruno',
	'Carla',
	'David',
	'Elena',
	'Farid',
	'Grace',
	'Hugo',
	'Ines',
	'Jonas',
	'Karin',
	'Liam',
	'Mona',
	'Nils',
	'Olga',
	'Pedro',
	'Rosa',
	'Sven',
	'Tara',
	'Yusuf',
];
export const lastNames = [
	'Almeida',
	'Brandt',
	'Costa',
	'Dahl',
	'Eriksen',
	'Fischer',
	'Garcia',
	'Haddad',
	'Ivanova',
	'Jensen',
	'Keller',
	'Lopez',
	'Meyer',
	'Novak',
	'Okafor',
	'Petrov',
	'Rossi',
	'Schmidt',
	'Tanaka',
	'Weber',
];
export const companies = ['Northwind', 'Contoso', 'Globex', 'Initech', 'Umbrella Foods', 'Bluebird Travel', 'Harbor Books', 'Pine & Co'];

/** Subject and first message of a conversation; `{order}` is replaced by a number. */
export const topics: ReadonlyArray<readonly [subject: string, message: string]> = [
	['Where is my order #{order}?', 'I ordered ten days ago and the tracking page has not moved since.'],
	['Refund for order #{order}', 'The parcel came damaged. Could you please refund it?'],
	['Cannot log in', 'The password reset mail never arrives, not even in the spam folder.'],
	['Invoice {order} shows the wrong VAT number', 'Please send a corrected invoice, our accounting needs it this month.'],
	['URGENT: checkout is down', 'No customer of ours can pay at the moment. Please look into it right away.'],
	['Change delivery address of order #{order}', 'We moved last week. Can you still send it to the new address?'],
	['Question about the yearly plan', 'Is the discount also valid when we add seats during the year?'],
	['Export does not finish', 'The export of all our records stops at 80 percent every time.'],
	['Feature request: dark mode', 'My eyes would thank you.'],
	['urgent - charged twice for order #{order}', 'My card was charged twice today, I need the money back before the weekend.'],
	['Thank you!', 'Your colleague solved my problem within minutes. Great service.'],
	['Broken link in the newsletter', 'The button "Read more" leads to an error page.'],
	['How do I add a teammate?', 'I cannot find the button to invite my colleague.'],
	['Wrong item in parcel {order}', 'I got the blue one but ordered the green one.'],
];

export const agentReplies = [
	'Thank you for writing to us. I am looking into it and come back to you today.',
	'Could you please send us the order number and a picture?',
	'I have forwarded this to our warehouse. You will hear from us tomorrow.',
	'This should work again now. Please tell us if it does not.',
];

export const customerReplies = [
	'Thanks for the quick answer. Here are the details you asked for.',
	'Any news? I am still waiting.',
	'It works now, thank you.',
	'That did not help, the same thing happened again.',
];

export const notes = [
	'Checked with the warehouse, parcel is on its way.',
	'Same problem as last week, see the status page.',
	'VIP customer, please be quick.',
];
