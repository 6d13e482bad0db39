const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** First and last names as an American flight school has them: many origins, none of them anyone's in particular. */
export const firstNames = words(`
  Aaliyah Aaron Abigail Adaeze Adrian Aiko Alejandro Alice Amara Amir Ana Andre Anika Anthony Arjun Astrid Benjamin
  Bianca Brandon Brianna Caleb Camila Carlos Carmen Chidi Chloe Claire Connor Daniel Danielle David Deepa Diego Dmitri
  Elena Elijah Emily Emma Erik Esther Ethan Fatima Felix Fiona Gabriel Grace Hana Hannah Hassan Heather Hiroshi Ian
  Ingrid Isaac Isabella Ivan Jacob Jamal Jasmine Javier Jennifer Jin Joanna Jordan Jose Julia Kai Karen Kayla Kenji
  Kevin Kiran Laila Lars Laura Leilani Leo Liam Linh Lucas Lucia Malik Manuel Marcus Maria Mateo Maya Megan Mei Michael
  Miguel Min Mohammed Nadia Naomi Natalia Nathan Nia Nina Noah Olivia Omar Owen Patrick Paulo Priya Rachel Rafael Rahul
  Rebecca Ricardo Rosa Ruth Ryan Sakura Samuel Sana Santiago Sara Scott Sean Sofia Stephen Sunita Tamika Tariq Theo
  Thomas Tomas Tyler Uma Valeria Victor Vikram Wei William Xavier Yara Yuki Yusuf Zachary Zoe
`);

export const lastNames = words(`
  Abbott Adeyemi Aguilar Ahmed Alvarez Andersen Bailey Baker Banerjee Begay Bennett Bergstrom Brooks Carter Castillo
  Chang Chen Choi Clark Cohen Collins Cooper Cruz Dang Davis Delgado Desai Diaz Dubois Edwards Eriksen Espinoza Evans
  Farah Fernandez Fischer Flores Foster Friedman Garcia Gomez Gonzalez Grant Greene Gupta Gutierrez Hale Hansen Harris
  Hassan Hernandez Hoang Hughes Ibrahim Iyer Jackson Jensen Johnson Kaplan Kelly Khan Kim Kowalski Kumar Lam Larsen Lee
  Lewis Lin Lopez Lund Mahmoud Martin Martinez Mbeki McCarthy Mehta Mendoza Miller Mitchell Moore Morales Moreau Morgan
  Murphy Nakamura Nelson Ng Nguyen Novak Nunez Okafor Okonkwo Olsen Ortiz Osei Park Parker Patel Pereira Perez Peterson
  Petrov Pham Phillips Price Quinn Ramirez Ramos Reddy Reed Reyes Rivera Roberts Robinson Rodriguez Romero Rossi Ruiz
  Russell Saito Salazar Sanchez Santos Sato Schmidt Scott Shah Sharma Shapiro Silva Singh Smith Sorensen Suzuki Sullivan
  Takahashi Tan Tanaka Taylor Thomas Thompson Torres Tran Tsosie Turner Vargas Vasquez Volkov Wagner Walker Wang Ward
  Watanabe Watson Weber White Williams Wilson Wong Wright Yang Yazzie Yilmaz Young Zhang Zimmerman
`);
