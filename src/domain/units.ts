/**
 * The units of time. Our sources import them from here: for each module that imports `date-fns` by name, Node reads the library's
 * package.json of 200 KB again, which took two fifths of the time that a gateway needs to load.
 */
export {
  millisecondsInDay,
  millisecondsInHour,
  millisecondsInMinute,
  millisecondsInSecond,
  millisecondsInWeek,
  minutesInDay,
  minutesInHour,
  secondsInDay,
  secondsInHour,
  secondsInMinute,
} from 'date-fns/constants';
