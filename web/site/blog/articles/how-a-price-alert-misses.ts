import type { ArticleBody } from '../article.ts';

export const body: ArticleBody = [
  'A price alert sounds like the simplest program there is: if the price is above the threshold, send a message. Written like that, it will wake you every minute, stay silent when it matters, and once in a while send everyone a message about something that never happened. Here is what goes wrong, and what has to be decided to put it right.',
  { heading: 'A state is not an event' },
  '“Above $70,000” is a state and lasts for days. What you want to hear about is the crossing: the price was below, and now it isn’t. So an alert has to compare two quotes, the last one and this one, and fire only when the threshold lies between them. That settles the question of repeated messages, and raises a new one: what was the last quote?',
  { heading: 'The gap' },
  'Suppose the server is restarted at 12:03 with the price at $69,500, and the first quote after it, at 12:09, is $70,400. A program that remembers the last quote only in its memory has forgotten $69,500. Either it fires on the first quote that is above, even for prices that had been above all along, or it waits for the next crossing, which may never come. Both are wrong. The last quote has to be written down where a restart can’t reach it, together with what was fired because of it, in one step. Then the message can say what is known: crossed between 12:03 and 12:09.',
  { heading: 'Once, in spite of crashes' },
  'A program that crashes after sending and before noting that it has sent will send again. One that notes first and then crashes never sends. There is no order of two steps that avoids both. The usual cure is to write the firing and the message to be sent in one database transaction, and to have a second process pick up messages and send them. The firing then exists exactly once, since the database refuses a second with the same number. The message may be sent twice if the crash comes at the very moment of sending. Anyone who promises that an email never arrives twice hasn’t thought about that moment.',
  { heading: 'Prices that are not prices' },
  'Data providers have bad minutes. A decimal point slips, a coin is confused with another, a zero arrives where a price should be. An alert that believes every quote fires on all of them, and you sell because of a typing error. The defence is to doubt: a price ten times the last one isn’t accepted until further refreshes confirm it, and until then nothing fires. The cost is that a real tenfold rise is noticed two refreshes late, here about two minutes.',
  { heading: 'What to ask of any alert' },
  {
    list: [
      'Does it fire on the crossing, and only then?',
      'What happens to a crossing while the service is down?',
      'What happens if it crashes between deciding and sending?',
      'Does it act on stale or implausible prices?',
      'Does the message say which price, from where, and when?',
    ],
  },
  'None of this makes an alert a stop order. It takes a minute or two for a quote to be fetched and to reach your phone, and in that time a price can go anywhere. An alert tells you that a level in your plan has been reached. What happens next is your plan’s business.',
];
